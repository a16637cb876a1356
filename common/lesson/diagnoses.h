// Reports of the checker. Internal to the lesson library.
#pragma once

namespace lesson {

/// Has the checker of the cpu backend tell what it has found so far, so that it comes within the
/// step or before the verdict that it belongs to. Does nothing on the cuda backend.
void tell_diagnoses();

}  // namespace lesson
