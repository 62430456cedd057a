// Snapshots of the app's screens, as bytes in the program.
//
// NB: SwiftPM's `embedInCode` is not used, because it generates array literals, for which the
// compiler needs 0.2 ms per byte.

#pragma once

#include <stddef.h>

struct shop_file {
  const unsigned char *bytes;
  size_t count;
} __attribute__((swift_name("EmbeddedFile")));

#define EMBEDDED_FILE(name)                                                                        \
  struct shop_file shop_##name(void)                                                               \
      __attribute__((swift_name("getter:EmbeddedFile." #name "()")))

EMBEDDED_FILE(ForgotPassword_png);
EMBEDDED_FILE(ForgotPasswordPhone_png);
EMBEDDED_FILE(Home_png);
EMBEDDED_FILE(INFO_png);
EMBEDDED_FILE(Login_png);
EMBEDDED_FILE(RandomPage_png);
EMBEDDED_FILE(SUMMARY_png);
EMBEDDED_FILE(SignUp_png);

#undef EMBEDDED_FILE
