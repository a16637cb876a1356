// Exercise 2, unbuilt: the sum of two numbers.
int add(int a, int b) {
  // TODO(unbuilt): return the sum of a and b,
  // and nothing else.
  return 0;
  // END(unbuilt)
}
