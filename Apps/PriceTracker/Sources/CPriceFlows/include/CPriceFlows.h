// The flows, screens and texts, as bytes in the program.
//
// NB: SwiftPM's `embedInCode` is not used, because it generates array literals, for which the
// compiler needs 0.2 ms per byte.

#pragma once

#include <stddef.h>

struct price_flows_file {
  const unsigned char *bytes;
  size_t count;
} __attribute__((swift_name("EmbeddedFile")));

#define EMBEDDED_FILE(name)                                                                        \
  struct price_flows_file price_flows_##name(void)                                                 \
      __attribute__((swift_name("getter:EmbeddedFile." #name "()")))

EMBEDDED_FILE(prices_json);

#undef EMBEDDED_FILE
