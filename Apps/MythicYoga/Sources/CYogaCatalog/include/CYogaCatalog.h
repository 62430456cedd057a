// The catalog of myths and videos, as bytes in the program.
//
// NB: SwiftPM's `embedInCode` is not used, because it generates array literals, for which the
// compiler needs 0.2 ms per byte.

#pragma once

#include <stddef.h>

struct yoga_catalog_file {
  const unsigned char *bytes;
  size_t count;
} __attribute__((swift_name("EmbeddedFile")));

#define EMBEDDED_FILE(name)                                                                        \
  struct yoga_catalog_file yoga_catalog_##name(void)                                               \
      __attribute__((swift_name("getter:EmbeddedFile." #name "()")))

EMBEDDED_FILE(catalog_json);

#undef EMBEDDED_FILE
