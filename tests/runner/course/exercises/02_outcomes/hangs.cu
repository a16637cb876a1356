// Exercise 2, hangs: the sum of two numbers.
int add(int a, int b) {
  // TODO(hangs): return the sum of a and b,
  // and nothing else.
  for (volatile int i = 0; i < 10; i = 0) {
  }
  return a + b;
  // END(hangs)
}
