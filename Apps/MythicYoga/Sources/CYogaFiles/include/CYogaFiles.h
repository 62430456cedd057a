// The web app's scripts and styles, as bytes in the program.
//
// NB: SwiftPM's `embedInCode` is not used, because it generates array literals, for which the
// compiler needs 0.2 ms per byte.

#pragma once

#include <stddef.h>

struct yoga_file {
  const unsigned char *bytes;
  size_t count;
} __attribute__((swift_name("EmbeddedFile")));

#define EMBEDDED_FILE(name)                                                                        \
  struct yoga_file yoga_##name(void)                                                               \
      __attribute__((swift_name("getter:EmbeddedFile." #name "()")))

EMBEDDED_FILE(camera_js);
EMBEDDED_FILE(crop_js);
EMBEDDED_FILE(database_js);
EMBEDDED_FILE(dom_js);
EMBEDDED_FILE(downloads_js);
EMBEDDED_FILE(finishing_js);
EMBEDDED_FILE(marks_js);
EMBEDDED_FILE(media_keys_js);
EMBEDDED_FILE(media_js);
EMBEDDED_FILE(offline_js);
EMBEDDED_FILE(player_css);
EMBEDDED_FILE(player_js);
EMBEDDED_FILE(practice_js);
EMBEDDED_FILE(search_js);
EMBEDDED_FILE(settings_js);
EMBEDDED_FILE(sources_js);
EMBEDDED_FILE(streak_js);
EMBEDDED_FILE(sync_js);
EMBEDDED_FILE(texts_js);
EMBEDDED_FILE(worker_js);
EMBEDDED_FILE(yoga_css);
EMBEDDED_FILE(yoga_js);

#undef EMBEDDED_FILE
