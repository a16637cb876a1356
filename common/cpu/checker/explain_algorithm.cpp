// Texts for what an algorithm of a library (Thrust) did for the program: the line is the program's
// call, and what helps is another argument.
#include "checker/explain.h"

namespace warpup::report {

void explain_algorithm(const Finding& f, Explanation* e) {
  switch (f.report.kind) {
    case Kind::kOutOfBounds:
      if (f.report.sub == SubKind::kCopyTooLong || f.report.sub == SubKind::kNullPointer) return;
      e->cause =
          "An algorithm reaches as far as its arguments say: the output is shorter than the input, "
          "a range that begins later is shorter than the first one, or an index in a map is too "
          "large.";
      e->advice = "Compare the sizes of all ranges of this call; algorithms make no vector longer.";
      break;
    case Kind::kUninit:
      e->advice = "Fill the memory first: thrust::fill, thrust::copy, or a kernel.";
      break;
    case Kind::kHostDeref:
      e->cause =
          "A plain pointer doesn't say that its memory is the device's, so that the library works "
          "on the host.";
      e->advice =
          "Pass thrust::device as the first argument, or wrap the pointer: "
          "thrust::device_pointer_cast(p).";
      break;
    case Kind::kDeviceDerefHost:
      e->cause =
          "The algorithm runs on the device, because of its first iterator or of thrust::device, "
          "and another of its arguments is an address on the host.";
      e->advice = "Copy host data into a thrust::device_vector first.";
      break;
    case Kind::kApiError:
      if (f.report.first.api.find("Memcpy") == std::string::npos) return;
      e->cause =
          "The destination is shorter than the range that is copied to it, or a range is not where "
          "its iterator says.";
      e->advice = "Give the destination its size before the copy, or assign: device = host.";
      break;
    default:
      return;
  }
  e->lesson = lesson(13);
}

}  // namespace warpup::report
