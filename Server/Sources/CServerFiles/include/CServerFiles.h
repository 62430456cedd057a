// The server's pages, texts, styles and API documentation, as bytes in the program.
//
// NB: SwiftPM's `embedInCode` is not used, because it generates array literals, for which the
// compiler needs 0.2 ms per byte.

#pragma once

#include <stddef.h>

struct server_file {
  const unsigned char *bytes;
  size_t count;
} __attribute__((swift_name("EmbeddedFile")));

#define EMBEDDED_FILE(name)                                                                        \
  struct server_file server_##name(void)                                                           \
      __attribute__((swift_name("getter:EmbeddedFile." #name "()")))

EMBEDDED_FILE(docs_css);
EMBEDDED_FILE(docs_html);
EMBEDDED_FILE(docs_js);
EMBEDDED_FILE(schemas_json);
EMBEDDED_FILE(de_json);
EMBEDDED_FILE(en_json);
EMBEDDED_FILE(account_css);
EMBEDDED_FILE(font_css);
EMBEDDED_FILE(forms_css);
EMBEDDED_FILE(mark_svg);
EMBEDDED_FILE(pages_css);
EMBEDDED_FILE(pages_js);
EMBEDDED_FILE(tokens_css);
EMBEDDED_FILE(account_activity_mustache);
EMBEDDED_FILE(account_layout_mustache);
EMBEDDED_FILE(account_organizations_mustache);
EMBEDDED_FILE(account_profile_mustache);
EMBEDDED_FILE(account_security_mustache);
EMBEDDED_FILE(account_sessions_mustache);
EMBEDDED_FILE(footer_links_mustache);
EMBEDDED_FILE(authenticator_mustache);
EMBEDDED_FILE(brand_mustache);
EMBEDDED_FILE(field_mustache);
EMBEDDED_FILE(fields_mustache);
EMBEDDED_FILE(footer_mustache);
EMBEDDED_FILE(form_mustache);
EMBEDDED_FILE(home_mustache);
EMBEDDED_FILE(icons_mustache);
EMBEDDED_FILE(identity_providers_mustache);
EMBEDDED_FILE(invitation_mustache);
EMBEDDED_FILE(message_mustache);
EMBEDDED_FILE(notice_mustache);
EMBEDDED_FILE(passkey_mustache);
EMBEDDED_FILE(picture_mustache);
EMBEDDED_FILE(providers_mustache);
EMBEDDED_FILE(recovery_codes_mustache);
EMBEDDED_FILE(sign_in_mustache);
EMBEDDED_FILE(single_task_layout_mustache);
EMBEDDED_FILE(summary_mustache);
EMBEDDED_FILE(time_mustache);
EMBEDDED_FILE(two_factor_mustache);

#undef EMBEDDED_FILE
