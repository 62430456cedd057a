#ifndef CLIBXML2_SHIM_H
#define CLIBXML2_SHIM_H

#include <libxml/xmlversion.h>
// Debian's libxml2 includes ICU's headers, whose types differ from those of the ICU in Foundation: a
// file that imports both modules would not compile. Nothing here uses the converters they describe.
#undef LIBXML_ICU_ENABLED

#include <libxml/HTMLparser.h>
#include <libxml/tree.h>
#include <libxml/xpath.h>

// `xmlFree` is a variable, which Swift 6 treats as shared mutable state.
static inline void cxml_free(void *memory) { xmlFree(memory); }

// HUGE: without it libxml2 silently drops elements nested more than 256 levels deep.
static inline htmlDocPtr cxml_read_html(const char *bytes, int length, const char *encoding) {
  return htmlReadMemory(
      bytes, length, NULL, encoding,
      HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_NONET |
          HTML_PARSE_COMPACT | XML_PARSE_HUGE);
}

static inline void cxml_ignore_error(void *context, xmlErrorPtr error) {
  (void)context, (void)error;
}

// Errors of an expression are ignored; libxml2 would print them otherwise.
static inline xmlXPathContextPtr cxml_xpath_context(xmlDocPtr document) {
  xmlXPathContextPtr context = xmlXPathNewContext(document);
  if (context) context->error = (xmlStructuredErrorFunc)cxml_ignore_error;
  return context;
}

#endif
