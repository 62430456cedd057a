#include "CPriceFlows.h"

// `#embed` is in the standard since C23; clang supports it in earlier versions of C, too.
#pragma clang diagnostic ignored "-Wc23-extensions"

// clang-format off
#define BEGIN(name) static const unsigned char name##_bytes[] = {
#define END(name) \
  }; \
  struct price_flows_file price_flows_##name(void) { \
    return (struct price_flows_file){name##_bytes, sizeof name##_bytes}; \
  }

BEGIN(prices_json)
#embed "../PriceFlows/prices.json"
END(prices_json)
