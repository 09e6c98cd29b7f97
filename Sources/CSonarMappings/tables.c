#include "CSonarMappings.h"

// C23 #embed reads the files at compile time: the binary can be moved anywhere.
static const unsigned char record_types[] = {
#embed "../../mappings/record_types.json"
};
static const unsigned char units[] = {
#embed "../../mappings/units.json"
};
static const unsigned char apple_health[] = {
#embed "../../mappings/apple_health.json"
};
static const unsigned char health_connect[] = {
#embed "../../mappings/health_connect.json"
};
static const unsigned char samsung_health[] = {
#embed "../../mappings/samsung_health.json"
};
static const unsigned char consolidation[] = {
#embed "../../mappings/consolidation.json"
};

static const struct CSonarMappingTable tables[] = {
    {"record_types.json", record_types, sizeof record_types},
    {"units.json", units, sizeof units},
    {"apple_health.json", apple_health, sizeof apple_health},
    {"health_connect.json", health_connect, sizeof health_connect},
    {"samsung_health.json", samsung_health, sizeof samsung_health},
    {"consolidation.json", consolidation, sizeof consolidation},
};

size_t csonar_mapping_table_count(void) { return sizeof tables / sizeof tables[0]; }

struct CSonarMappingTable csonar_mapping_table(size_t index) { return tables[index]; }
