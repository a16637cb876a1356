#include "events.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

namespace warpup {
namespace {

using nlohmann::json;

const json& member(const json& object, const char* key) {
  static const json kNull;
  const auto found = object.find(key);
  return found == object.end() ? kNull : *found;
}

// A text as it is, anything else as JSON writes it: numbers may stand where texts are expected.
std::string as_text(const json& value) {
  if (value.is_null()) return "";
  if (value.is_string()) return value.get<std::string>();
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::string text(const json& object, const char* key) { return as_text(member(object, key)); }

bool truth(const json& object, const char* key) {
  const json& value = member(object, key);
  return value.is_boolean() && value.get<bool>();
}

std::optional<double> number(const json& object, const char* key) {
  const json& value = member(object, key);
  if (!value.is_number()) return std::nullopt;
  return value.get<double>();
}

int integer(const json& object, const char* key) {
  const json& value = member(object, key);
  return value.is_number_integer() ? value.get<int>() : 0;
}

long long whole(const json& object, const char* key) {
  const json& value = member(object, key);
  return value.is_number_integer() ? value.get<long long>() : 0;
}

std::vector<std::string> texts(const json& list) {
  std::vector<std::string> result;
  if (!list.is_array()) return result;
  for (const json& item : list) result.push_back(as_text(item));
  return result;
}

std::optional<Index3> index3(const json& object, const char* key) {
  const json& value = member(object, key);
  if (!value.is_array() || value.empty() || value.size() > 3) return std::nullopt;
  Index3 result{};
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (!value[i].is_number_integer()) return std::nullopt;
    result[i] = value[i].get<long long>();
  }
  return result;
}

Event hello(const json& o) {
  return HelloEvent{integer(o, "version"), text(o, "backend"), text(o, "device")};
}
Event step_info(const json& o) { return StepInfoEvent{text(o, "name"), text(o, "title")}; }
Event step(const json& o) { return StepEvent{text(o, "name"), text(o, "title")}; }
Event markdown(const json& o) { return TextEvent{text(o, "text")}; }
Event picture(const json& o) { return PictureEvent{text(o, "file"), text(o, "caption")}; }
Event skip(const json& o) { return SkipEvent{text(o, "reason")}; }
Event verdict(const json& o) { return VerdictEvent{truth(o, "ok"), text(o, "message")}; }

Event expect_diagnosis(const json& o) { return ExpectDiagnosisEvent{text(o, "kind")}; }

Event question(const json& o) {
  return QuestionEvent{text(o, "text"), texts(member(o, "choices")), integer(o, "answer"),
                       text(o, "why")};
}

Event parameter(const json& o) {
  return ParameterEvent{text(o, "name"),   text(o, "meaning"),  whole(o, "value"),
                        whole(o, "usual"), whole(o, "minimum"), whole(o, "maximum")};
}

Event table(const json& o) {
  TableEvent event{texts(member(o, "columns")), {}, text(o, "caption")};
  const json& rows = member(o, "rows");
  if (rows.is_array()) {
    for (const json& row : rows) event.rows.push_back(texts(row));
  }
  return event;
}

Event measure(const json& o) {
  return MeasureEvent{text(o, "name"),          number(o, "value").value_or(0), text(o, "unit"),
                      text(o, "compared_with"), number(o, "reference"),         text(o, "note")};
}

Event check(const json& o) {
  return CheckEvent{text(o, "name"), text(o, "expected"), text(o, "got"), text(o, "tolerance"),
                    truth(o, "ok")};
}

Event timeline(const json& o) {
  TimelineEvent event{text(o, "caption"), texts(member(o, "lanes")), {}, text(o, "file")};
  const json& spans = member(o, "spans");
  if (!spans.is_array()) return event;
  for (const json& span : spans) {
    if (!span.is_object()) continue;
    const double begin = number(span, "begin_ms").value_or(0);
    const double end = number(span, "end_ms").value_or(0);
    if (!lesson::fits_axis({}, begin) || !lesson::fits_axis({}, end)) continue;
    event.spans.push_back(
        {integer(span, "lane"), text(span, "name"), std::min(begin, end), std::max(begin, end)});
  }
  return event;
}

lesson::Axis axis(const json& o) {
  if (!o.is_object()) return {};
  const bool log = text(o, "scale") == "log";
  return {text(o, "label"), text(o, "unit"), log ? lesson::Scale::kLog : lesson::Scale::kLinear};
}

std::vector<lesson::PlotBar> bars(const json& list, const lesson::Axis& axis) {
  std::vector<lesson::PlotBar> result;
  if (!list.is_array()) return result;
  for (const json& item : list) {
    if (!item.is_object()) continue;
    const auto value = number(item, "value");
    if (value && lesson::fits_axis(axis, *value)) result.push_back({text(item, "name"), *value});
  }
  return result;
}

// A series of which nothing can be drawn is left out.
std::vector<lesson::PlotSeries> series(const json& list, const lesson::PlotData& plot) {
  std::vector<lesson::PlotSeries> result;
  if (!list.is_array()) return result;
  for (const json& item : list) {
    if (!item.is_object() || !member(item, "points").is_array()) continue;
    lesson::PlotSeries one{text(item, "name"), {}};
    for (const json& point : member(item, "points")) {
      if (!point.is_array() || point.size() != 2) continue;
      if (!point[0].is_number() || !point[1].is_number()) continue;
      const double x = point[0].get<double>(), y = point[1].get<double>();
      if (lesson::fits_axis(plot.x, x) && lesson::fits_axis(plot.y, y))
        one.points.emplace_back(x, y);
    }
    if (!one.points.empty()) result.push_back(std::move(one));
  }
  return result;
}

Event plot(const json& o) {
  lesson::PlotData plot;
  plot.kind =
      text(o, "kind") == "bars" ? lesson::PlotData::Kind::kBars : lesson::PlotData::Kind::kLines;
  plot.title = text(o, "title");
  plot.caption = text(o, "caption");
  plot.file = text(o, "file");
  plot.x = axis(member(o, "x"));
  plot.y = axis(member(o, "y"));
  plot.series = series(member(o, "series"), plot);
  plot.bars = bars(member(o, "bars"), plot.y);
  plot.references = bars(member(o, "references"), plot.y);
  return PlotEvent{std::move(plot)};
}

std::vector<std::pair<int, int>> columns(const json& ranges) {
  std::vector<std::pair<int, int>> result;
  if (!ranges.is_array()) return result;
  for (const json& range : ranges) {
    if (!range.is_array() || range.size() != 2) continue;
    if (!range[0].is_number_unsigned() || !range[1].is_number_unsigned()) continue;
    const int begin = range[0].get<int>(), end = range[1].get<int>();
    if (begin >= 0 && begin < end) result.emplace_back(begin, end);
  }
  return result;
}

Place place(const json& o) {
  return {text(o, "file"),    integer(o, "line"), text(o, "kernel"), index3(o, "thread"),
          index3(o, "block"), text(o, "what"),    text(o, "label"),  columns(member(o, "columns"))};
}

std::optional<Allocation> allocation(const json& o) {
  if (!o.is_object()) return std::nullopt;
  Allocation result{text(o, "name"), std::nullopt, text(o, "file"), integer(o, "line"),
                    text(o, "where")};
  const json& bytes = member(o, "bytes");
  if (bytes.is_number_integer()) result.bytes = bytes.get<long long>();
  return result;
}

Event diagnosis(const json& o) {
  DiagnosisEvent event;
  event.kind = text(o, "kind");
  event.fault = text(o, "severity") != "note";
  event.message = text(o, "message");
  event.place = place(o);
  if (member(o, "other").is_object()) event.other = place(member(o, "other"));
  event.count = member(o, "count").is_number_integer() ? member(o, "count").get<long long>() : 1;
  event.threads = text(o, "threads");
  event.address = text(o, "address");
  event.value = text(o, "value");
  event.allocation = allocation(member(o, "allocation"));
  event.cause = text(o, "cause");
  event.advice = text(o, "try");
  event.lesson = text(o, "lesson");
  return event;
}

Event profile(const json& o) {
  ProfileEvent event;
  const json& rows = member(o, "rows");
  if (!rows.is_array()) return event;
  for (const json& row : rows) {
    if (!row.is_object()) continue;
    const auto count = [&row](const char* key) { return number(row, key).value_or(0); };
    event.rows.push_back({text(row, "kernel"), text(row, "file"), integer(row, "line"),
                          text(row, "space"), text(row, "access"), count("requests"),
                          count("sectors"), count("ideal_sectors"), count("conflicts"),
                          count("lanes")});
  }
  return event;
}

Event step_end(const json& o) {
  return StepEndEvent{text(o, "name"), truth(o, "ok"), number(o, "seconds").value_or(0)};
}

using Parser = Event (*)(const json&);

const std::map<std::string, Parser>& parsers() {
  static const std::map<std::string, Parser> kParsers = {
      {"hello", hello},       {"step_info", step_info}, {"step", step},
      {"text", markdown},     {"table", table},         {"measure", measure},
      {"check", check},       {"picture", picture},     {"timeline", timeline},
      {"plot", plot},         {"diagnosis", diagnosis}, {"profile", profile},
      {"skip", skip},         {"step_end", step_end},   {"verdict", verdict},
      {"question", question}, {"parameter", parameter}, {"expect_diagnosis", expect_diagnosis}};
  return kParsers;
}

}  // namespace

Event parse_event(const std::string& line) {
  const json object = json::parse(line, nullptr, false);
  if (object.is_discarded()) return MalformedEvent{line, "is no JSON"};
  if (!object.is_object()) return MalformedEvent{line, "is no JSON object"};
  const std::string type = text(object, "event");
  if (type.empty()) return MalformedEvent{line, "has no \"event\""};
  const auto parser = parsers().find(type);
  if (parser == parsers().end()) return UnknownEvent{type};
  return parser->second(object);
}

}  // namespace warpup
