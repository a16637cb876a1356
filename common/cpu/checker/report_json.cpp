#include "checker/report_json.h"

#include <cstdio>

#include "checker/words.h"

namespace warpup::report {
namespace {

// Bytes of the UTF-8 sequence at `i`, 0 where there is none.
size_t sequence_length(const std::string& text, size_t i) {
  const auto byte = [&](size_t k) { return static_cast<unsigned char>(text[k]); };
  const unsigned char lead = byte(i);
  size_t length = lead < 0x80                   ? 1
                  : lead >= 0xC2 && lead < 0xE0 ? 2
                  : (lead & 0xF0) == 0xE0       ? 3
                  : lead >= 0xF0 && lead < 0xF5 ? 4
                                                : 0;
  if (i + length > text.size()) return 0;
  for (size_t k = 1; k < length; ++k) {
    if ((byte(i + k) & 0xC0) != 0x80) return 0;
  }
  // Overlong forms, surrogates, and beyond U+10FFFF.
  if (length == 3 && lead == 0xE0 && byte(i + 1) < 0xA0) return 0;
  if (length == 3 && lead == 0xED && byte(i + 1) >= 0xA0) return 0;
  if (length == 4 && lead == 0xF0 && byte(i + 1) < 0x90) return 0;
  if (length == 4 && lead == 0xF4 && byte(i + 1) >= 0x90) return 0;
  return length;
}

// An object under construction: members are left out where they say nothing.
class Object {
 public:
  void text(const char* key, const std::string& value) {
    if (!value.empty()) raw(key, json_string(value));
  }
  void number(const char* key, long long value) { raw(key, std::to_string(value)); }
  void index(const char* key, const unsigned (&v)[3]) {
    raw(key,
        "[" + std::to_string(v[0]) + "," + std::to_string(v[1]) + "," + std::to_string(v[2]) + "]");
  }
  void position(const SourcePosition& at) {
    if (!at.known()) return;
    text("file", at.file);
    number("line", at.line);
  }
  void raw(const char* key, const std::string& value) {
    body_ += (body_.empty() ? "" : ",") + json_string(key) + ":" + value;
  }
  std::string str() const { return "{" + body_ + "}"; }

 private:
  std::string body_;
};

const char* sub_name(const Finding& f) {
  if (f.report.kind == Kind::kMisaligned) return "misaligned";
  return f.report.kind == Kind::kUseAfterFree ? "use-after-free" : "";
}

std::string marks_json(const Located& at) {
  std::string list;
  for (const auto& mark : at.marks) {
    list += (list.empty() ? "[" : ",[") + std::to_string(mark.begin) + "," +
            std::to_string(mark.end) + "]";
  }
  return "[" + list + "]";
}

void add_side(const Side& side, const Located& at, const std::string& label, Object* out) {
  if (side.device) {
    out->index("thread", side.thread);
    out->index("block", side.block);
  }
  out->text("api", side.api);
  out->text("stream", side.stream);
  out->text("what", deed(side));
  out->text("expression", at.expression);
  if (!at.marks.empty()) out->raw("columns", marks_json(at));
  out->text("label", label);
}

std::string other_json(const Finding& f, const Explanation& e) {
  Object other;
  other.position(f.second->at);
  other.text("kernel", f.report.second->kernel);
  add_side(*f.report.second, *f.second, e.second_label, &other);
  return other.str();
}

std::string allocation_json(const Finding& f) {
  Object memory;
  memory.text("name", f.name);
  memory.number("bytes", static_cast<long long>(f.place().bytes));
  memory.position(f.made);
  memory.text("where", where_text(f));
  memory.text("memory", memory_kind(f.place().memory));
  memory.text("api", f.place().made_api);
  if (f.freed.known()) {
    Object freed;
    freed.position(f.freed);
    freed.text("api", f.place().freed_api);
    memory.raw("freed", freed.str());
  }
  return memory.str();
}

std::string hex(uintptr_t address) {
  char text[2 + 2 * sizeof address + 1];
  snprintf(text, sizeof text, "0x%zx", static_cast<size_t>(address));
  return text;
}

}  // namespace

std::string json_string(const std::string& text) {
  std::string out = "\"";
  for (size_t i = 0; i < text.size();) {
    const size_t length = sequence_length(text, i);
    const auto c = static_cast<unsigned char>(text[i]);
    if (length == 0) {
      out += "\\ufffd";
    } else if (c == '"' || c == '\\') {
      out += '\\';
      out += text[i];
    } else if (c < 0x20) {
      char escape[8];
      snprintf(escape, sizeof escape, "\\u%04x", c);
      out += escape;
    } else {
      out.append(text, i, length);
    }
    i += length == 0 ? 1 : length;
  }
  return out + "\"";
}

std::string to_json(const Finding& f, const Explanation& e) {
  const Report& r = f.report;
  Object out;
  out.text("event", "diagnosis");
  out.text("kind", kind_name(r.kind));
  out.text("subkind", sub_name(f));
  out.text("severity", r.note ? "note" : "fault");
  out.position(f.first.at);
  out.text("message", e.message);
  out.text("kernel", r.kernel);
  add_side(r.first, f.first, e.first_label, &out);
  out.number("count", static_cast<long long>(f.seen.count));
  out.text("threads", range_text(f.seen));
  if (r.address != 0) out.text("address", hex(r.address));
  if (f.has_place()) out.raw("allocation", allocation_json(f));
  out.text("value", r.value);
  if (f.second) out.raw("other", other_json(f, e));
  out.text("error", r.code_name);
  out.text("cause", e.cause);
  out.text("try", e.advice);
  const std::string number = std::to_string(e.lesson.number);
  out.text("lesson", number.size() < 2 ? "0" + number : number);
  out.text("lesson_title", e.lesson.title);
  return out.str() + "\n";
}

}  // namespace warpup::report
