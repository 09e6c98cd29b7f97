// The floor J of the benchmark: simdjson's own pass over the same bytes, each value of every record touched once on one thread.
// Lines are handed to its on-demand parser as they stand; the file is read through a window, as a program with flat memory must.
#include <cstdio>
#include <cstring>
#include <memory>
#include <simdjson.h>

using namespace simdjson;

static unsigned long sum;

static void touch(ondemand::value value) {
  switch (value.type()) {
    case ondemand::json_type::array:
      for (auto element : value.get_array()) touch(element.value());
      break;
    case ondemand::json_type::object:
      for (auto field : value.get_object()) {
        sum += std::string_view(field.unescaped_key()).size();
        touch(field.value());
      }
      break;
    case ondemand::json_type::number: sum += static_cast<unsigned long>(double(value.get_double())); break;
    case ondemand::json_type::string: sum += std::string_view(value.get_string()).size(); break;
    case ondemand::json_type::boolean: sum += bool(value.get_bool()); break;
    default: break;
  }
}

int main(int count, char **arguments) {
  if (count != 2) return 2;
  FILE *file = fopen(arguments[1], "rb");
  if (file == nullptr) return 66;
  const size_t window = 1 << 20;
  std::unique_ptr<char[]> buffer(new char[2 * window + SIMDJSON_PADDING]);
  ondemand::parser parser;
  size_t kept = 0;
  while (true) {
    size_t length = kept + fread(buffer.get() + kept, 1, 2 * window - kept, file);
    if (length == 0) break;
    size_t start = 0;
    while (start < length) {
      const char *end = static_cast<const char *>(memchr(buffer.get() + start, '\n', length - start));
      if (end == nullptr) break;
      size_t bytes = end - (buffer.get() + start);
      try {
        auto document = parser.iterate(buffer.get() + start, bytes, bytes + SIMDJSON_PADDING);
        for (auto field : document.get_object()) {
          sum += std::string_view(field.unescaped_key()).size();
          touch(field.value());
        }
      } catch (simdjson_error &) {
        return 65;
      }
      start += bytes + 1;
    }
    if (start == 0) break;
    kept = length - start;
    memmove(buffer.get(), buffer.get() + start, kept);
  }
  printf("%lu\n", sum);
  return 0;
}
