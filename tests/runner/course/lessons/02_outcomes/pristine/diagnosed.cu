// Exercise 2, diagnosed: the sum of two numbers.
int add(int a, int b) {
  // TODO(diagnosed): return the sum of a and b,
  // and nothing else.
  return 0;
  // END(diagnosed)
}
