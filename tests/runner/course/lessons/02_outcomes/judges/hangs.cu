#include "../../events.h"

int add(int a, int b);

int main() {
  check("2 + 3", "5", std::to_string(add(2, 3)));
  return verdict(add(2, 3) == 5, add(2, 3) == 5 ? "" : "2 + 3: expected 5, got something else");
}
