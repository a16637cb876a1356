// Texts for error codes that mean one thing, whichever call returns them.
#include "checker/explain.h"

namespace warpup::report {
namespace {

struct CodeText {
  int code;
  const char* cause;
  const char* advice;
  int lesson;
};

constexpr CodeText kTexts[] = {
    {12, "The pitch is smaller than the width of a row, or larger than the device takes.",
     "Give the pitch that cudaMallocPitch returned. Pitch and width are both in bytes.", 2},
    {43, "The device has no such limit, or not for setting.",
     "Ask with cudaDeviceGetLimit which value it has.", 12},
    {98, "The pointer is no kernel of this program.",
     "Pass the kernel itself, a template with its arguments: (const void*)&kernel<float>.", 5},
    {101,
     "There is no device of that number: they are counted from 0, and the last one is the count "
     "minus 1.",
     "Ask for the count first, with cudaGetDeviceCount or cuDeviceGetCount.", 1},
    {217, "The two devices can't reach each other's memory.",
     "Ask cudaDeviceCanAccessPeer first, and copy through the host where it says no.", 2},
    {712, "This host memory, or a part of it, is registered already.",
     "Register a buffer once, and end it with cudaHostUnregister before the buffer is freed.", 2},
    {713, "Nothing is registered at this address.",
     "Give cudaHostUnregister the pointer that cudaHostRegister was given, once.", 2},
    {801, "The call is known, but not supported here.",
     "Ask for the device attribute that says so (cudaDeviceGetAttribute), and have another way.",
     12},
    {900,
     "A stream is being captured. A capture only records, and this call would have to run, or to "
     "wait, at once.",
     "Make the call before cudaStreamBeginCapture or after cudaStreamEndCapture.", 3},
    {901, "An earlier call has spoiled the capture, so it gives no graph.",
     "Look for the first call in the capture that returned an error.", 3},
    {904, "Another stream joined the capture, and its work was not waited for at the end.",
     "Record an event in that stream, and let the captured one wait for it "
     "(cudaStreamWaitEvent) before cudaStreamEndCapture.",
     3},
    {905, "The wait would tie the capture to work outside of it.",
     "Wait only for events that were recorded in the same capture.", 3},
    {906, "The default stream waits for all others, and so for the one that is being captured.",
     "Use a stream of its own, or make the captured one with cudaStreamNonBlocking.", 3},
    {907, "The event was recorded in a capture: it stands for no work that runs now.",
     "Use an event that is recorded outside of the capture.", 4},
    {908, "A capture is ended by the thread that began it.",
     "Call cudaStreamEndCapture on that thread, or begin with cudaStreamCaptureModeRelaxed.", 3},
};

}  // namespace

bool explain_code(int code, Explanation* e) {
  for (const CodeText& text : kTexts) {
    if (text.code != code) continue;
    e->cause = text.cause;
    e->advice = text.advice;
    e->lesson = lesson(text.lesson);
    return true;
  }
  return false;
}

}  // namespace warpup::report
