// A terminal as a screen that a program draws, with keys that come one by one.
#pragma once

#include <termios.h>

#include <string>
#include <vector>

namespace warpup {

struct ScreenSize {
  int columns = 80, rows = 24;
};

/// The size of the terminal at standard output.
ScreenSize terminal_size();

/// Puts the terminal into another mode while it lives, and back, however the program ends: by its
/// destructor, by exit, or by a signal that kills it (but for SIGKILL). One at a time.
class FullScreen {
 public:
  /// kPage draws on the alternate screen, hides the cursor, and has Ctrl-C and Ctrl-Z as keys.
  /// kKeys leaves the screen as it is, and lets keys come one by one, unseen; Ctrl-C and Ctrl-Z
  /// are signals.
  enum class Mode { kPage, kKeys };
  explicit FullScreen(Mode mode);
  ~FullScreen();
  FullScreen(const FullScreen&) = delete;
  FullScreen& operator=(const FullScreen&) = delete;

  /// Into the mode, and out of it; each does nothing the second time.
  static void enter();
  static void leave();

  /// Draws `lines` from the top of the page, one a row, and clears the other rows.
  static void draw(const std::vector<std::string>& lines, int rows);
};

}  // namespace warpup
