#include "CWebFiles.h"

// `#embed` is in the standard since C23; clang supports it in earlier versions of C, too.
#pragma clang diagnostic ignored "-Wc23-extensions"

// clang-format off
#define BEGIN(name) static const unsigned char name##_bytes[] = {
#define END(name) \
  }; \
  struct web_file web_##name(void) { \
    return (struct web_file){name##_bytes, sizeof name##_bytes}; \
  }

BEGIN(blocks_css)
#embed "../FlowMagicWeb/Files/blocks.css"
END(blocks_css)

BEGIN(flow_js)
#embed "../FlowMagicWeb/Files/flow.js"
END(flow_js)

BEGIN(history_js)
#embed "../FlowMagicWeb/Files/history.js"
END(history_js)

BEGIN(icons_svg)
#embed "../FlowMagicWeb/Files/icons.svg"
END(icons_svg)

BEGIN(page_css)
#embed "../FlowMagicWeb/Files/page.css"
END(page_css)
