#include "start.h"

#include "hooks.h"
#include "shadow.h"
#include "tables.h"

namespace warpup::check {

bool check_mode = false;

void start() {
  if (check_mode) return;
  make_tables();
  make_shadow();
  check_mode = true;
}

}  // namespace warpup::check
