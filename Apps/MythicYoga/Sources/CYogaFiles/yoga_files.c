#include "CYogaFiles.h"

// `#embed` is in the standard since C23; clang supports it in earlier versions of C, too.
#pragma clang diagnostic ignored "-Wc23-extensions"

// clang-format off
#define BEGIN(name) static const unsigned char name##_bytes[] = {
#define END(name) \
  }; \
  struct yoga_file yoga_##name(void) { \
    return (struct yoga_file){name##_bytes, sizeof name##_bytes}; \
  }

BEGIN(camera_js)
#embed "../YogaWeb/Files/camera.js"
END(camera_js)

BEGIN(crop_js)
#embed "../YogaWeb/Files/crop.js"
END(crop_js)

BEGIN(database_js)
#embed "../YogaWeb/Files/database.js"
END(database_js)

BEGIN(dom_js)
#embed "../YogaWeb/Files/dom.js"
END(dom_js)

BEGIN(downloads_js)
#embed "../YogaWeb/Files/downloads.js"
END(downloads_js)

BEGIN(finishing_js)
#embed "../YogaWeb/Files/finishing.js"
END(finishing_js)

BEGIN(marks_js)
#embed "../YogaWeb/Files/marks.js"
END(marks_js)

BEGIN(media_keys_js)
#embed "../YogaWeb/Files/media-keys.js"
END(media_keys_js)

BEGIN(media_js)
#embed "../YogaWeb/Files/media.js"
END(media_js)

BEGIN(offline_js)
#embed "../YogaWeb/Files/offline.js"
END(offline_js)

BEGIN(player_css)
#embed "../YogaWeb/Files/player.css"
END(player_css)

BEGIN(player_js)
#embed "../YogaWeb/Files/player.js"
END(player_js)

BEGIN(practice_js)
#embed "../YogaWeb/Files/practice.js"
END(practice_js)

BEGIN(search_js)
#embed "../YogaWeb/Files/search.js"
END(search_js)

BEGIN(settings_js)
#embed "../YogaWeb/Files/settings.js"
END(settings_js)

BEGIN(sources_js)
#embed "../YogaWeb/Files/sources.js"
END(sources_js)

BEGIN(streak_js)
#embed "../YogaWeb/Files/streak.js"
END(streak_js)

BEGIN(sync_js)
#embed "../YogaWeb/Files/sync.js"
END(sync_js)

BEGIN(texts_js)
#embed "../YogaWeb/Files/texts.js"
END(texts_js)

BEGIN(worker_js)
#embed "../YogaWeb/Files/worker.js"
END(worker_js)

BEGIN(yoga_css)
#embed "../YogaWeb/Files/yoga.css"
END(yoga_css)

BEGIN(yoga_js)
#embed "../YogaWeb/Files/yoga.js"
END(yoga_js)
