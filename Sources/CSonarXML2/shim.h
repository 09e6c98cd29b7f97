/* Debian builds libxml2 with ICU, whose headers clash with the copy inside Foundation wherever both are imported.
   Only the last fields of a structure that we never touch depend on it. */
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlerror.h>
