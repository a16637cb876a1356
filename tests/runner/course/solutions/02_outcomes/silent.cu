// Exercise 2, silent: the sum of two numbers.
int add(int a, int b) {
  // TODO(silent): return the sum of a and b,
  // and nothing else.
  return a + b;
  // END(silent)
}
