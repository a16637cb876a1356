// Exercise 2, untouched: the sum of two numbers.
int add(int a, int b) {
  // TODO(untouched): return the sum of a and b,
  // and nothing else.
  return a + b;
  // END(untouched)
}
