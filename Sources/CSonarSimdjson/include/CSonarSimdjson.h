#ifndef CSONAR_SIMDJSON_H
#define CSONAR_SIMDJSON_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#define CSONAR_NOEXCEPT noexcept
#else
#define CSONAR_NOEXCEPT
#endif

/// What a node is.
enum CSonarJSONKind {
  CSONAR_JSON_NULL = 0,
  CSONAR_JSON_FALSE = 1,
  CSONAR_JSON_TRUE = 2,
  /// A number that fits int64_t, written without fraction and exponent.
  CSONAR_JSON_INT64 = 3,
  /// Such a number above INT64_MAX that fits uint64_t.
  CSONAR_JSON_UINT64 = 4,
  /// Any other number with a finite double next to it.
  CSONAR_JSON_DOUBLE = 5,
  /// A well-formed number beyond every finite double.
  CSONAR_JSON_HUGE = 6,
  CSONAR_JSON_STRING = 7,
  CSONAR_JSON_ARRAY = 8,
  CSONAR_JSON_OBJECT = 9,
};

/// Why a value was refused.
enum CSonarJSONStatus {
  CSONAR_JSON_OK = 0,
  CSONAR_JSON_OUT_OF_MEMORY = 1,
  /// Longer than the parser's byte limit.
  CSONAR_JSON_TOO_LONG = 2,
  CSONAR_JSON_TOO_DEEP = 3,
  CSONAR_JSON_TOO_MANY_NODES = 4,
  /// Nothing but white space.
  CSONAR_JSON_EMPTY = 5,
  CSONAR_JSON_INVALID_UTF8 = 6,
  CSONAR_JSON_CONTROL_CHARACTER = 7,
  CSONAR_JSON_UNCLOSED_STRING = 8,
  /// An unknown escape or half of a surrogate pair.
  CSONAR_JSON_INVALID_STRING = 9,
  CSONAR_JSON_INVALID_NUMBER = 10,
  /// Neither true, false, null nor the start of another value.
  CSONAR_JSON_INVALID_WORD = 11,
  CSONAR_JSON_INVALID_STRUCTURE = 12,
  /// A second value behind the first.
  CSONAR_JSON_TRAILING_CONTENT = 13,
};

/// One value, or one key of an object. Nodes stand in the order of the input; in an object each value follows its key.
struct CSonarJSONNode {
  /// A CSonarJSONKind.
  uint8_t kind;
  /// Strings: 1 where escapes were resolved, so that `start` counts in the text and not in the input.
  uint8_t isUnescaped;
  uint16_t reserved;
  /// The index of the node behind this one and all that is in it.
  uint32_t next;
  /// Strings: where the first byte is. Numbers, arrays, objects: where they begin in the input.
  uint32_t start;
  /// Strings and numbers: bytes. Arrays: elements. Objects: members.
  uint32_t length;
  /// The bits of the int64_t, uint64_t or double; 0 for other kinds.
  uint64_t bits;
};

/// The nodes of one value; valid until the parser's next call.
struct CSonarJSONNodes {
  const struct CSonarJSONNode *nodes;
  size_t count;
  /// Strings that had escapes, as UTF-8.
  const uint8_t *text;
  enum CSonarJSONStatus status;
  /// The byte of the input at which the trouble is; -1 where simdjson does not say.
  int64_t errorOffset;
};

struct CSonarJSONLimits {
  /// Below 2^32 - 1.
  size_t bytes;
  /// Open arrays and objects, 1000 at most.
  size_t depth;
  /// Below 2^32 - 1.
  size_t nodes;
};

/// Bytes that must be readable behind the input; their contents do not matter.
#define CSONAR_JSON_PADDING 64

/// A parser with the memory that it reuses; for one thread at a time.
struct CSonarJSONParser;

/// Returns NULL when there is no memory.
struct CSonarJSONParser *csonar_json_create(struct CSonarJSONLimits limits) CSONAR_NOEXCEPT;

void csonar_json_destroy(struct CSonarJSONParser *parser) CSONAR_NOEXCEPT;

/// Parses exactly one value. On any other status than OK there are no nodes.
struct CSonarJSONNodes csonar_json_parse(
  struct CSonarJSONParser *parser, const uint8_t *bytes, size_t count) CSONAR_NOEXCEPT;

/// Open brackets beyond these are counted without their kinds.
#define CSONAR_JSON_SCAN_DEPTH 1024

/// Where a scan stands: the brackets that are open, and whether it is in a string.
struct CSonarJSONScan {
  /// One bit for each open bracket, set for an object.
  uint64_t kinds[CSONAR_JSON_SCAN_DEPTH / 64];
  size_t depth;
  uint8_t isInString;
  /// Whether the byte before was a backslash that escapes the next one.
  uint8_t isEscaped;
  /// The last byte so far that is no white space.
  uint8_t lastByte;
  /// Whether to stop at what no valid value holds, or to follow brackets alone.
  uint8_t isStrict;
};

enum CSonarJSONScanOutcome {
  /// All bytes are used up; go on with those that follow.
  CSONAR_JSON_SCAN_MORE = 0,
  /// The value ends before the byte at `end`.
  CSONAR_JSON_SCAN_END = 1,
  /// The byte at `end` cannot be; only when strict.
  CSONAR_JSON_SCAN_MALFORMED = 2,
  /// The byte at `end` closes an array that was opened before the value.
  CSONAR_JSON_SCAN_OUTER_END = 3,
};

struct CSonarJSONScanResult {
  enum CSonarJSONScanOutcome outcome;
  size_t end;
};

/// Finds the end of an array or object from its opening bracket on. The state begins as zeros.
struct CSonarJSONScanResult csonar_json_scan(
  struct CSonarJSONScan *state, const uint8_t *bytes, size_t count) CSONAR_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
