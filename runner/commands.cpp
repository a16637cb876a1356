#include "commands.h"

namespace warpup {

void add_commands(CLI::App& app, Action& chosen) {
  add_list_command(app, chosen);
  add_run_command(app, chosen);
  add_demo_command(app, chosen);
  add_check_command(app, chosen);
  add_watch_command(app, chosen);
  add_hint_command(app, chosen);
  add_solution_command(app, chosen);
  add_reset_command(app, chosen);
  add_try_command(app, chosen);
  add_doctor_command(app, chosen);
  add_test_command(app, chosen);
}

}  // namespace warpup
