// The floor F of the benchmark: libxml2's SAX2 push parser over the plain XML, touching every byte of every attribute value
// on one thread, and nothing else.
#include <libxml/parser.h>
#include <stdio.h>
#include <string.h>

static unsigned long sum;

static void start_element(void *data, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri, int namespaces,
                          const xmlChar **declared, int count, int defaulted, const xmlChar **attributes) {
  (void)data, (void)name, (void)prefix, (void)uri, (void)namespaces, (void)declared, (void)defaulted;
  for (int index = 0; index < count; index++, attributes += 5) {
    unsigned long hash = 0;
    for (const xmlChar *byte = attributes[3]; byte < attributes[4]; byte++) hash = hash * 31 + *byte;
    sum += hash;
  }
}

int main(int count, char **arguments) {
  static char buffer[1 << 16];
  if (count != 2) return 2;
  FILE *file = fopen(arguments[1], "rb");
  if (file == NULL) return 66;
  xmlSAXHandler handler;
  memset(&handler, 0, sizeof handler);
  handler.initialized = XML_SAX2_MAGIC;
  handler.startElementNs = start_element;
  xmlParserCtxtPtr context = xmlCreatePushParserCtxt(&handler, NULL, NULL, 0, NULL);
  size_t length;
  while ((length = fread(buffer, 1, sizeof buffer, file)) > 0) xmlParseChunk(context, buffer, (int)length, 0);
  int failure = xmlParseChunk(context, buffer, 0, 1);
  printf("%lu\n", sum);
  return failure != 0;
}
