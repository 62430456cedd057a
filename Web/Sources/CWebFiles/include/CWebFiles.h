// The web host's script, styles and icons, as bytes in the program.
//
// NB: SwiftPM's `embedInCode` is not used, because it generates array literals, for which the
// compiler needs 0.2 ms per byte.

#pragma once

#include <stddef.h>

struct web_file {
  const unsigned char *bytes;
  size_t count;
} __attribute__((swift_name("EmbeddedFile")));

#define EMBEDDED_FILE(name)                                                                        \
  struct web_file web_##name(void)                                                                 \
      __attribute__((swift_name("getter:EmbeddedFile." #name "()")))

EMBEDDED_FILE(blocks_css);
EMBEDDED_FILE(flow_js);
EMBEDDED_FILE(history_js);
EMBEDDED_FILE(icons_svg);
EMBEDDED_FILE(page_css);

#undef EMBEDDED_FILE
