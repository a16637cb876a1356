// Exercise 2, fails: the sum of two numbers.
int add(int a, int b) {
  // TODO(fails): return the sum of a and b,
  // and nothing else.
  return a + b;
  // END(fails)
}
