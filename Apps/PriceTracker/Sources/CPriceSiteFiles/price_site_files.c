#include "CPriceSiteFiles.h"

// `#embed` is in the standard since C23; clang supports it in earlier versions of C, too.
#pragma clang diagnostic ignored "-Wc23-extensions"

// clang-format off
#define BEGIN(name) static const unsigned char name##_bytes[] = {
#define END(name) \
  }; \
  struct price_site_file price_site_##name(void) { \
    return (struct price_site_file){name##_bytes, sizeof name##_bytes}; \
  }

BEGIN(icon_svg)
#embed "../PriceWeb/Files/icon.svg"
END(icon_svg)

BEGIN(lists_js)
#embed "../PriceWeb/Files/lists.js"
END(lists_js)

BEGIN(offline_js)
#embed "../PriceWeb/Files/offline.js"
END(offline_js)

BEGIN(product_css)
#embed "../PriceWeb/Files/product.css"
END(product_css)

BEGIN(product_js)
#embed "../PriceWeb/Files/product.js"
END(product_js)

BEGIN(push_js)
#embed "../PriceWeb/Files/push.js"
END(push_js)

BEGIN(site_css)
#embed "../PriceWeb/Files/site.css"
END(site_css)

BEGIN(site_js)
#embed "../PriceWeb/Files/site.js"
END(site_js)

BEGIN(site_webmanifest)
#embed "../PriceWeb/Files/site.webmanifest"
END(site_webmanifest)

BEGIN(worker_js)
#embed "../PriceWeb/Files/worker.js"
END(worker_js)
