#include "CFunnelFiles.h"

// `#embed` is in the standard since C23; clang supports it in earlier versions of C, too.
#pragma clang diagnostic ignored "-Wc23-extensions"

// clang-format off
#define BEGIN(name) static const unsigned char name##_bytes[] = {
#define END(name) \
  }; \
  struct funnel_file funnel_##name(void) { \
    return (struct funnel_file){name##_bytes, sizeof name##_bytes}; \
  }

BEGIN(funnel_json)
#embed "../Funnel/funnel.json"
END(funnel_json)
