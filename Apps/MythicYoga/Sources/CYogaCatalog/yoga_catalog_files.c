#include "CYogaCatalog.h"

// In the standard since C23, and in clang for all of C.
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
