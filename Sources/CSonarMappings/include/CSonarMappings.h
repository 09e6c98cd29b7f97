#ifndef CSONAR_MAPPINGS_H
#define CSONAR_MAPPINGS_H

#include <stddef.h>

/// One table of mappings/, as the bytes of its file (not NUL-terminated).
struct CSonarMappingTable {
  const char *name;
  const unsigned char *bytes;
  size_t count;
};

/// The number of embedded tables.
size_t csonar_mapping_table_count(void);

/// The table at `index`, which must be below csonar_mapping_table_count().
struct CSonarMappingTable csonar_mapping_table(size_t index);

#endif
