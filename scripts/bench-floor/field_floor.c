// The floor C of the benchmark: every field of every line of a CSV found with memchr, on one thread, and nothing else.
#include <stdio.h>
#include <string.h>

static char buffer[1 << 21];

int main(int count, char **arguments) {
  if (count != 2) return 2;
  FILE *file = fopen(arguments[1], "rb");
  if (file == NULL) return 66;
  unsigned long fields = 0, bytes = 0;
  size_t kept = 0, length;
  while ((length = kept + fread(buffer + kept, 1, sizeof buffer - kept, file)) > 0) {
    const char *start = buffer, *stop = buffer + length, *end;
    while ((end = memchr(start, '\n', (size_t)(stop - start))) != NULL) {
      const char *comma;
      while ((comma = memchr(start, ',', (size_t)(end - start))) != NULL) {
        fields++;
        bytes += (unsigned long)(comma - start);
        start = comma + 1;
      }
      fields++;
      start = end + 1;
    }
    if (start == buffer) break;
    kept = (size_t)(stop - start);
    memmove(buffer, start, kept);
  }
  printf("%lu %lu\n", fields, bytes);
  return 0;
}
