// Exercise 2, hangs: the sum of two numbers.
int add(int a, int b) {
  // TODO(hangs): return the sum of a and b,
  // and nothing else.
  return a + b;
  // END(hangs)
}
