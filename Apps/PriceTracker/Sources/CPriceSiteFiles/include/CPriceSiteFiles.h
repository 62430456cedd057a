// The site's scripts and styles, as bytes in the program.
//
// NB: SwiftPM's `embedInCode` is not used, because it generates array literals, for which the
// compiler needs 0.2 ms per byte.

#pragma once

#include <stddef.h>

struct price_site_file {
  const unsigned char *bytes;
  size_t count;
} __attribute__((swift_name("EmbeddedFile")));

#define EMBEDDED_FILE(name)                                                                        \
  struct price_site_file price_site_##name(void)                                                   \
      __attribute__((swift_name("getter:EmbeddedFile." #name "()")))

EMBEDDED_FILE(icon_svg);
EMBEDDED_FILE(lists_js);
EMBEDDED_FILE(offline_js);
EMBEDDED_FILE(product_css);
EMBEDDED_FILE(product_js);
EMBEDDED_FILE(push_js);
EMBEDDED_FILE(site_css);
EMBEDDED_FILE(site_js);
EMBEDDED_FILE(site_webmanifest);
EMBEDDED_FILE(worker_js);

#undef EMBEDDED_FILE
