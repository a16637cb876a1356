// Exercise 2, crashes: the sum of two numbers.
int add(int a, int b) {
  // TODO(crashes): return the sum of a and b,
  // and nothing else.
  return 0;
  // END(crashes)
}
