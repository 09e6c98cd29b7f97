#include "CSonarSimdjson.h"

#include <bit>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace {

/// One bit for each of 64 bytes.
struct Masks {
  uint64_t quotes, backslashes, brackets, controls;
};

#if defined(__SSE2__)
Masks masks_of(const uint8_t *bytes) {
  Masks masks = {};
  for (int part = 0; part < 4; part++) {
    __m128i in = _mm_loadu_si128(reinterpret_cast<const __m128i *>(bytes + 16 * part));
    // Bit 5 is all that sets the two kinds of brackets apart.
    __m128i folded = _mm_or_si128(in, _mm_set1_epi8(0x20));
    __m128i brackets = _mm_or_si128(
      _mm_cmpeq_epi8(folded, _mm_set1_epi8('{')), _mm_cmpeq_epi8(folded, _mm_set1_epi8('}')));
    __m128i controls = _mm_cmpeq_epi8(_mm_min_epu8(in, _mm_set1_epi8(0x1F)), in);
    auto bits = [part](__m128i mask) { return uint64_t(uint32_t(_mm_movemask_epi8(mask))) << (16 * part); };
    masks.quotes |= bits(_mm_cmpeq_epi8(in, _mm_set1_epi8('"')));
    masks.backslashes |= bits(_mm_cmpeq_epi8(in, _mm_set1_epi8('\\')));
    masks.brackets |= bits(brackets);
    masks.controls |= bits(controls);
  }
  return masks;
}
#else
Masks masks_of(const uint8_t *bytes) {
  Masks masks = {};
  for (int index = 0; index < 64; index++) {
    uint8_t byte = bytes[index], folded = byte | 0x20;
    masks.quotes |= uint64_t(byte == '"') << index;
    masks.backslashes |= uint64_t(byte == '\\') << index;
    masks.brackets |= uint64_t(folded == '{' || folded == '}') << index;
    masks.controls |= uint64_t(byte < 0x20) << index;
  }
  return masks;
}
#endif

bool is_space(uint8_t byte) { return byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t'; }

/// Bits from each set one up to, not including, the next.
uint64_t spans(uint64_t bits) {
  for (int shift = 1; shift < 64; shift *= 2) bits ^= bits << shift;
  return bits;
}

/// The bytes behind a backslash that is not itself escaped; takes and leaves the carry over the block's end.
uint64_t escaped_bytes(uint64_t backslashes, uint8_t &carry) {
  uint64_t escaped = carry;
  carry = 0;
  backslashes &= ~escaped;
  while (backslashes) {
    int index = std::countr_zero(backslashes);
    backslashes &= backslashes - 1;
    if (index == 63) {
      carry = 1;
    } else {
      escaped |= uint64_t(2) << index;
      backslashes &= ~(uint64_t(2) << index);
    }
  }
  return escaped;
}

bool is_object(const CSonarJSONScan &state, size_t level) {
  return state.kinds[level / 64] >> (level % 64) & 1;
}

void open(CSonarJSONScan &state, bool is_object) {
  if (state.depth < CSONAR_JSON_SCAN_DEPTH) {
    uint64_t bit = uint64_t(1) << (state.depth % 64);
    uint64_t &word = state.kinds[state.depth / 64];
    word = is_object ? word | bit : word & ~bit;
  }
  state.depth++;
}

/// Whether a bracket may open behind a byte.
bool may_open(const CSonarJSONScan &state, uint8_t before) {
  if (state.depth == 0) return true;
  if (state.depth > CSONAR_JSON_SCAN_DEPTH) return false;
  return is_object(state, state.depth - 1) ? before == ':' : before == '[' || before == ',';
}

/// Closes down to the innermost bracket of a kind; false where none is open.
bool close_nearest(CSonarJSONScan &state, bool closes_object) {
  size_t level = state.depth;
  if (level > CSONAR_JSON_SCAN_DEPTH) {
    state.depth--;
    return true;
  }
  while (level > 0 && is_object(state, level - 1) != closes_object) level--;
  if (level == 0) return false;
  state.depth = level - 1;
  return true;
}

struct Scanner {
  CSonarJSONScan &state;
  const uint8_t *bytes;

  uint8_t byte_before(size_t index) const {
    while (index > 0) {
      if (!is_space(bytes[index - 1])) return bytes[index - 1];
      index--;
    }
    return state.lastByte;
  }

  /// Follows one bracket; true where the scan ends there.
  bool follow(size_t index, CSonarJSONScanResult &result) {
    uint8_t byte = bytes[index];
    bool of_object = byte & 0x20;
    if ((byte | 0x20) == '{') {
      if (state.isStrict && !may_open(state, byte_before(index))) return stop(index, result);
      open(state, of_object);
      return false;
    }
    if (state.isStrict && state.depth <= CSONAR_JSON_SCAN_DEPTH
        && is_object(state, state.depth - 1) != of_object)
      return stop(index, result);
    if (!close_nearest(state, of_object)) {
      result = {CSONAR_JSON_SCAN_OUTER_END, index};
      return !of_object;
    }
    result = {CSONAR_JSON_SCAN_END, index + 1};
    return state.depth == 0;
  }

  bool stop(size_t index, CSonarJSONScanResult &result) {
    result = {CSONAR_JSON_SCAN_MALFORMED, index};
    return true;
  }

  /// Reads a block of 64 bytes of which the first ones count; true where the scan ends in it.
  bool read(const uint8_t *block, size_t start, uint64_t valid, CSonarJSONScanResult &result) {
    Masks masks = masks_of(block);
    uint64_t backslashes = masks.backslashes & valid;
    uint64_t escaped = backslashes | state.isEscaped ? escaped_bytes(backslashes, state.isEscaped) : 0;
    uint64_t strings = spans(masks.quotes & valid & ~escaped) ^ (state.isInString ? ~uint64_t(0) : 0);
    uint64_t marks = masks.brackets & valid & ~strings;
    uint64_t controls = state.isStrict ? masks.controls & valid & strings : 0;
    if (controls) marks &= (controls & (~controls + 1)) - 1;
    while (marks) {
      if (follow(start + size_t(std::countr_zero(marks)), result)) return true;
      marks &= marks - 1;
    }
    if (controls) return stop(start + size_t(std::countr_zero(controls)), result);
    state.isInString = strings >> 63;
    return false;
  }
};

} // namespace

CSonarJSONScanResult csonar_json_scan(
  CSonarJSONScan *state, const uint8_t *bytes, size_t count) noexcept {
  Scanner scanner = {*state, bytes};
  CSonarJSONScanResult result = {CSONAR_JSON_SCAN_MORE, count};
  size_t start = 0;
  for (; start + 64 <= count; start += 64)
    if (scanner.read(bytes + start, start, ~uint64_t(0), result)) return result;
  if (start < count) {
    uint8_t tail[64] = {};
    size_t rest = count - start;
    std::memcpy(tail, bytes + start, rest);
    // Beyond the end there are neither quotes nor backslashes, so the last bit tells of the last byte.
    uint64_t valid = (uint64_t(1) << rest) - 1;
    bool was_escaped = state->isEscaped;
    if (scanner.read(tail, start, valid, result)) return result;
    // An escape behind the last byte is due to the next bytes, not to the block.
    if (rest < 64) {
      uint8_t carry = was_escaped;
      uint64_t backslashes = masks_of(tail).backslashes & valid;
      state->isEscaped = escaped_bytes(backslashes, carry) >> rest & 1;
    }
  }
  state->lastByte = scanner.byte_before(count);
  return {CSONAR_JSON_SCAN_MORE, count};
}
