#include "build_info.h"

// `scripts/build-info` generates build-info.inc, which is not in git.
#if __has_include("build-info.inc")
#include "build-info.inc"
#endif

#ifndef FLOWMAGIC_COMMIT
#define FLOWMAGIC_COMMIT ""
#endif
#ifndef FLOWMAGIC_SWIFT_VERSION
#define FLOWMAGIC_SWIFT_VERSION ""
#endif

const char *flowmagic_commit(void) { return FLOWMAGIC_COMMIT; }

const char *flowmagic_swift_version(void) { return FLOWMAGIC_SWIFT_VERSION; }
