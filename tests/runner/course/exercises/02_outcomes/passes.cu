// Exercise 2, passes: the sum of two numbers.
int add(int a, int b) {
  // TODO(passes): return the sum of a and b,
  // and nothing else.
  return a + b;
  // END(passes)
}
