#include "CSonarSimdjson.h"

#include <simdjson.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <cstdlib>
#include <locale.h>
#include <new>
#include <string>
#include <vector>

#if defined(__APPLE__)
#include <xlocale.h>
#endif
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

using namespace simdjson;

static_assert(CSONAR_JSON_PADDING >= SIMDJSON_PADDING);

namespace {

CSonarJSONStatus status_of(error_code error) {
  switch (error) {
  case SUCCESS: return CSONAR_JSON_OK;
  case MEMALLOC: return CSONAR_JSON_OUT_OF_MEMORY;
  case CAPACITY: return CSONAR_JSON_TOO_LONG;
  case DEPTH_ERROR: return CSONAR_JSON_TOO_DEEP;
  case EMPTY: return CSONAR_JSON_EMPTY;
  case UTF8_ERROR: return CSONAR_JSON_INVALID_UTF8;
  case UNESCAPED_CHARS: return CSONAR_JSON_CONTROL_CHARACTER;
  case UNCLOSED_STRING: return CSONAR_JSON_UNCLOSED_STRING;
  case STRING_ERROR: return CSONAR_JSON_INVALID_STRING;
  case NUMBER_ERROR: return CSONAR_JSON_INVALID_NUMBER;
  case T_ATOM_ERROR:
  case F_ATOM_ERROR:
  case N_ATOM_ERROR: return CSONAR_JSON_INVALID_WORD;
  case TRAILING_CONTENT: return CSONAR_JSON_TRAILING_CONTENT;
  default: return CSONAR_JSON_INVALID_STRUCTURE;
  }
}

bool is_digit(char byte) { return byte >= '0' && byte <= '9'; }

/// Whether a text is a number by the grammar of JSON, however large.
bool is_number(std::string_view text) {
  size_t at = 0;
  auto digits = [&] {
    size_t start = at;
    while (at < text.size() && is_digit(text[at])) at++;
    return at - start;
  };
  if (at < text.size() && text[at] == '-') at++;
  bool leads_with_zero = at < text.size() && text[at] == '0';
  size_t count = digits();
  if (count == 0 || (leads_with_zero && count > 1)) return false;
  if (at < text.size() && text[at] == '.') {
    at++;
    if (digits() == 0) return false;
  }
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    at++;
    if (at < text.size() && (text[at] == '+' || text[at] == '-')) at++;
    if (digits() == 0) return false;
  }
  return at == text.size();
}

bool is_space(char byte) { return byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t'; }

/// A token without the white space behind it.
std::string_view trimmed(std::string_view token) {
  while (!token.empty() && is_space(token.back())) token.remove_suffix(1);
  return token;
}

/// The first quote or backslash of a text; there must be one within the input and its padding.
const char *end_of_plain(const char *text) {
#if defined(__SSE2__)
  // Most strings are shorter than this, for which a call of memchr costs more than the search.
  for (;; text += 16) {
    __m128i in = _mm_loadu_si128(reinterpret_cast<const __m128i *>(text));
    int found = _mm_movemask_epi8(_mm_or_si128(
      _mm_cmpeq_epi8(in, _mm_set1_epi8('"')), _mm_cmpeq_epi8(in, _mm_set1_epi8('\\'))));
    if (found) return text + std::countr_zero(static_cast<unsigned>(found));
  }
#else
  while (*text != '"' && *text != '\\') text++;
  return text;
#endif
}

} // namespace

struct CSonarJSONParser {
  CSonarJSONLimits limits;
  ondemand::parser parser;
  std::vector<CSonarJSONNode> nodes;
  std::vector<uint8_t> text;
  /// A long number, to be converted.
  std::string digits;
  /// In which a decimal point is a point, whatever the process has chosen.
  locale_t plain_locale = newlocale(LC_ALL_MASK, "C", nullptr);
  const char *input = nullptr;
  size_t count = 0;
  CSonarJSONStatus status = CSONAR_JSON_OK;
  /// Where a refused scalar begins; nullptr where simdjson is to say.
  const char *trouble = nullptr;

  explicit CSonarJSONParser(CSonarJSONLimits limits) : limits(limits), parser(limits.bytes) {}

  CSonarJSONParser(const CSonarJSONParser &) = delete;

  ~CSonarJSONParser() {
    if (plain_locale) freelocale(plain_locale);
  }

  CSonarJSONNodes parse(const uint8_t *bytes, size_t length) {
    nodes.clear();
    text.clear();
    trouble = nullptr;
    input = reinterpret_cast<const char *>(bytes);
    count = length;
    status = length > limits.bytes ? CSONAR_JSON_TOO_LONG : CSONAR_JSON_OK;
    if (status != CSONAR_JSON_OK) return refused(-1);
    ondemand::document document;
    if (auto error = parser.iterate(bytes, length, length + SIMDJSON_PADDING).get(document)) {
      status = status_of(error);
      return refused(-1);
    }
    if (read_root(document)) return {nodes.data(), nodes.size(), text.data(), CSONAR_JSON_OK, -1};
    if (!trouble && document.current_location().get(trouble)) trouble = nullptr;
    return refused(trouble >= input && trouble <= input + count ? trouble - input : -1);
  }

private:
  CSonarJSONNodes refused(int64_t offset) { return {nullptr, 0, nullptr, status, offset}; }

  bool fail(error_code error) { return fail(status_of(error)); }

  bool fail(CSonarJSONStatus reason, const char *place = nullptr) {
    status = reason;
    trouble = place;
    return false;
  }

  bool read_root(ondemand::document &document) {
    ondemand::json_type type;
    std::string_view token;
    if (auto error = document.raw_json_token().get(token)) return fail(error);
    if (document.type().get(type)) return fail(CSONAR_JSON_INVALID_WORD, token.data());
    bool is_container = type == ondemand::json_type::array || type == ondemand::json_type::object;
    // A scalar is the whole input where its token is.
    if (!is_container && token.data() + token.size() < input + count)
      return fail(CSONAR_JSON_TRAILING_CONTENT, token.data() + token.size());
    if (!read(document, type, token, 1)) return false;
    if (is_container && !document.current_location().get(trouble))
      return fail(CSONAR_JSON_TRAILING_CONTENT, trouble);
    trouble = nullptr;
    return true;
  }

  bool read(ondemand::value &value, size_t depth) {
    std::string_view token = value.raw_json_token();
    ondemand::json_type type;
    if (value.type().get(type)) return fail(CSONAR_JSON_INVALID_WORD, token.data());
    return read(value, type, token, depth);
  }

  template <typename Source>
  bool read(Source &source, ondemand::json_type type, std::string_view token, size_t depth) {
    switch (type) {
    case ondemand::json_type::array: return read_array(source, token, depth);
    case ondemand::json_type::object: return read_object(source, token, depth);
    case ondemand::json_type::string: return read_string(source, token);
    case ondemand::json_type::number: return read_number(source, trimmed(token));
    default: return read_word(trimmed(token));
    }
  }

  [[gnu::always_inline]] bool add(CSonarJSONKind kind, size_t start, size_t length, uint64_t bits = 0) {
    if (nodes.size() >= limits.nodes) return fail(CSONAR_JSON_TOO_MANY_NODES);
    nodes.push_back({
      static_cast<uint8_t>(kind), 0, 0, static_cast<uint32_t>(nodes.size() + 1),
      static_cast<uint32_t>(start), static_cast<uint32_t>(length), bits});
    return true;
  }

  void close(size_t index, size_t length) {
    nodes[index].length = static_cast<uint32_t>(length);
    nodes[index].next = static_cast<uint32_t>(nodes.size());
  }

  template <typename Source> bool read_array(Source &source, std::string_view token, size_t depth) {
    if (depth > limits.depth) return fail(CSONAR_JSON_TOO_DEEP, token.data());
    size_t index = nodes.size(), length = 0;
    if (!add(CSONAR_JSON_ARRAY, size_t(token.data() - input), 0)) return false;
    ondemand::array array;
    if (auto error = source.get_array().get(array)) return fail(error);
    for (auto result : array) {
      ondemand::value element;
      if (auto error = result.get(element)) return fail(error);
      if (!read(element, depth + 1)) return false;
      length++;
    }
    close(index, length);
    return true;
  }

  template <typename Source> bool read_object(Source &source, std::string_view token, size_t depth) {
    if (depth > limits.depth) return fail(CSONAR_JSON_TOO_DEEP, token.data());
    size_t index = nodes.size(), length = 0;
    if (!add(CSONAR_JSON_OBJECT, size_t(token.data() - input), 0)) return false;
    ondemand::object object;
    if (auto error = source.get_object().get(object)) return fail(error);
    for (auto result : object) {
      ondemand::field field;
      if (auto error = std::move(result).get(field)) return fail(error);
      if (!read_key(field) || !read(field.value(), depth + 1)) return false;
      length++;
    }
    close(index, length);
    return true;
  }

  bool read_key(ondemand::field &field) {
    // The key's quotes are balanced, or the document would not have come this far.
    const char *start = field.key().raw(), *end = end_of_plain(start);
    if (*end == '"') return add(CSONAR_JSON_STRING, size_t(start - input), size_t(end - start));
    std::string_view key;
    if (field.unescaped_key().get(key)) return fail(CSONAR_JSON_INVALID_STRING, start - 1);
    return add_unescaped(key);
  }

  template <typename Source> bool read_string(Source &source, std::string_view token) {
    const char *start = token.data() + 1, *end = end_of_plain(start);
    if (*end == '"') return add(CSONAR_JSON_STRING, size_t(start - input), size_t(end - start));
    std::string_view string;
    if (source.get_string().get(string)) return fail(CSONAR_JSON_INVALID_STRING, token.data());
    return add_unescaped(string);
  }

  bool add_unescaped(std::string_view string) {
    size_t start = text.size();
    text.insert(text.end(), string.begin(), string.end());
    if (!add(CSONAR_JSON_STRING, start, string.size())) return false;
    nodes.back().isUnescaped = 1;
    return true;
  }

  template <typename Source> bool read_number(Source &source, std::string_view token) {
    ondemand::number number;
    size_t start = size_t(token.data() - input);
    if (source.get_number().get(number)) return read_large_number(token, start);
    if (number.is_int64())
      return add(CSONAR_JSON_INT64, start, token.size(), static_cast<uint64_t>(number.get_int64()));
    if (number.is_uint64()) return add(CSONAR_JSON_UINT64, start, token.size(), number.get_uint64());
    // simdjson 3.0 gives 0 or a wrong double for some numbers of more than 19 digits.
    if (token.size() > 20) return read_large_number(token, start);
    return add_double(number.get_double(), token.size(), start);
  }

  bool add_double(double value, size_t length, size_t start) {
    uint64_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    return add(CSONAR_JSON_DOUBLE, start, length, bits);
  }

  /// simdjson also refuses integers over 64 bits and numbers beyond double; JSON does not.
  bool read_large_number(std::string_view token, size_t start) {
    if (!is_number(token)) return fail(CSONAR_JSON_INVALID_NUMBER, token.data());
    digits.assign(token);
    double value = strtod_l(digits.c_str(), nullptr, plain_locale);
    if (!std::isfinite(value)) return add(CSONAR_JSON_HUGE, start, token.size());
    return add_double(value, token.size(), start);
  }

  bool read_word(std::string_view token) {
    if (token == "true") return add(CSONAR_JSON_TRUE, 0, 0);
    if (token == "false") return add(CSONAR_JSON_FALSE, 0, 0);
    if (token == "null") return add(CSONAR_JSON_NULL, 0, 0);
    return fail(CSONAR_JSON_INVALID_WORD, token.data());
  }
};

CSonarJSONParser *csonar_json_create(CSonarJSONLimits limits) noexcept {
  limits.bytes = std::min<size_t>(limits.bytes, UINT32_MAX - 1);
  limits.nodes = std::min<size_t>(limits.nodes, UINT32_MAX - 1);
  limits.depth = std::min<size_t>(limits.depth, 1000);
  try {
    auto parser = new (std::nothrow) CSonarJSONParser(limits);
    if (!parser || parser->plain_locale) return parser;
    delete parser;
    return nullptr;
  } catch (...) {
    return nullptr;
  }
}

void csonar_json_destroy(CSonarJSONParser *parser) noexcept { delete parser; }

CSonarJSONNodes csonar_json_parse(
  CSonarJSONParser *parser, const uint8_t *bytes, size_t count) noexcept {
  try {
    return parser->parse(bytes, count);
  } catch (...) {
    // The only exceptions here are those of the vectors.
    return {nullptr, 0, nullptr, CSONAR_JSON_OUT_OF_MEMORY, -1};
  }
}
