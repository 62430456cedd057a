#include "CYogaCatalog.h"

// `#embed` is in the standard since C23; clang supports it in earlier versions of C, too.
#pragma clang diagnostic ignored "-Wc23-extensions"

// clang-format off
#define BEGIN(name) static const unsigned char name##_bytes[] = {
#define END(name) \
  }; \
  struct yoga_catalog_file yoga_catalog_##name(void) { \
    return (struct yoga_catalog_file){name##_bytes, sizeof name##_bytes}; \
  }

BEGIN(catalog_json)
#embed "../YogaDomain/catalog.json"
END(catalog_json)
