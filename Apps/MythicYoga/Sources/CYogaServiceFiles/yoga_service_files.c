#include "CYogaServiceFiles.h"

// `#embed` is in the standard since C23; clang supports it in earlier versions of C, too.
#pragma clang diagnostic ignored "-Wc23-extensions"

// clang-format off
#define BEGIN(name) static const unsigned char name##_bytes[] = {
#define END(name) \
  }; \
  struct yoga_service_file yoga_service_##name(void) { \
    return (struct yoga_service_file){name##_bytes, sizeof name##_bytes}; \
  }

BEGIN(pages_css)
#embed "../YogaService/pages.css"
END(pages_css)

BEGIN(yoga_json)
#embed "../YogaService/yoga.json"
END(yoga_json)
