#include <sqlite3.h>

/* Settings for a database that a stranger may have made: its views, triggers and functions do not run, and nothing can
 * be written through it. Here because Swift cannot call functions of variable arguments. Returns SQLITE_OK, or the
 * first refusal. */
static inline int sonar_sqlite3_distrust(sqlite3 *database) {
  static const struct {
    int option;
    int value;
  } settings[] = {
      {SQLITE_DBCONFIG_DEFENSIVE, 1},        {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
      {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},   {SQLITE_DBCONFIG_ENABLE_VIEW, 0},
      {SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0},
  };
  for (unsigned index = 0; index < sizeof settings / sizeof *settings; index++) {
    int result = sqlite3_db_config(database, settings[index].option, settings[index].value, (int *)0);
    if (result != SQLITE_OK) return result;
  }
  return SQLITE_OK;
}
