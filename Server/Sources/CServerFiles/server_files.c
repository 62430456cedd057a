#include "CServerFiles.h"

// `#embed` is in the standard since C23; clang supports it in earlier versions of C, too.
#pragma clang diagnostic ignored "-Wc23-extensions"

// clang-format off
#define BEGIN(name) static const unsigned char name##_bytes[] = {
#define END(name) \
  }; \
  struct server_file server_##name(void) { \
    return (struct server_file){name##_bytes, sizeof name##_bytes}; \
  }

BEGIN(docs_css)
#embed "../FlowServer/OpenAPI/docs.css"
END(docs_css)

BEGIN(docs_html)
#embed "../FlowServer/OpenAPI/docs.html"
END(docs_html)

BEGIN(docs_js)
#embed "../FlowServer/OpenAPI/docs.js"
END(docs_js)

BEGIN(schemas_json)
#embed "../FlowServer/OpenAPI/schemas.json"
END(schemas_json)

BEGIN(de_json)
#embed "../FlowServer/Pages/Localization/de.json"
END(de_json)

BEGIN(en_json)
#embed "../FlowServer/Pages/Localization/en.json"
END(en_json)

BEGIN(account_css)
#embed "../FlowServer/Pages/Styles/account.css"
END(account_css)

BEGIN(font_css)
#embed "../FlowServer/Pages/Styles/font.css"
END(font_css)

BEGIN(forms_css)
#embed "../FlowServer/Pages/Styles/forms.css"
END(forms_css)

BEGIN(mark_svg)
#embed "../FlowServer/Pages/Styles/mark.svg"
END(mark_svg)

BEGIN(pages_css)
#embed "../FlowServer/Pages/Styles/pages.css"
END(pages_css)

BEGIN(pages_js)
#embed "../FlowServer/Pages/Styles/pages.js"
END(pages_js)

BEGIN(tokens_css)
#embed "../FlowServer/Pages/Styles/tokens.css"
END(tokens_css)

BEGIN(account_activity_mustache)
#embed "../FlowServer/Pages/Templates/account-activity.mustache"
END(account_activity_mustache)

BEGIN(account_layout_mustache)
#embed "../FlowServer/Pages/Templates/account-layout.mustache"
END(account_layout_mustache)

BEGIN(account_organizations_mustache)
#embed "../FlowServer/Pages/Templates/account-organizations.mustache"
END(account_organizations_mustache)

BEGIN(account_profile_mustache)
#embed "../FlowServer/Pages/Templates/account-profile.mustache"
END(account_profile_mustache)

BEGIN(account_security_mustache)
#embed "../FlowServer/Pages/Templates/account-security.mustache"
END(account_security_mustache)

BEGIN(account_sessions_mustache)
#embed "../FlowServer/Pages/Templates/account-sessions.mustache"
END(account_sessions_mustache)

BEGIN(footer_links_mustache)
#embed "../FlowServer/Pages/Templates/footer-links.mustache"
END(footer_links_mustache)

BEGIN(authenticator_mustache)
#embed "../FlowServer/Pages/Templates/authenticator.mustache"
END(authenticator_mustache)

BEGIN(brand_mustache)
#embed "../FlowServer/Pages/Templates/brand.mustache"
END(brand_mustache)

BEGIN(field_mustache)
#embed "../FlowServer/Pages/Templates/field.mustache"
END(field_mustache)

BEGIN(fields_mustache)
#embed "../FlowServer/Pages/Templates/fields.mustache"
END(fields_mustache)

BEGIN(footer_mustache)
#embed "../FlowServer/Pages/Templates/footer.mustache"
END(footer_mustache)

BEGIN(form_mustache)
#embed "../FlowServer/Pages/Templates/form.mustache"
END(form_mustache)

BEGIN(home_mustache)
#embed "../FlowServer/Pages/Templates/home.mustache"
END(home_mustache)

BEGIN(icons_mustache)
#embed "../FlowServer/Pages/Templates/icons.mustache"
END(icons_mustache)

BEGIN(identity_providers_mustache)
#embed "../FlowServer/Pages/Templates/identity-providers.mustache"
END(identity_providers_mustache)

BEGIN(invitation_mustache)
#embed "../FlowServer/Pages/Templates/invitation.mustache"
END(invitation_mustache)

BEGIN(message_mustache)
#embed "../FlowServer/Pages/Templates/message.mustache"
END(message_mustache)

BEGIN(notice_mustache)
#embed "../FlowServer/Pages/Templates/notice.mustache"
END(notice_mustache)

BEGIN(passkey_mustache)
#embed "../FlowServer/Pages/Templates/passkey.mustache"
END(passkey_mustache)

BEGIN(picture_mustache)
#embed "../FlowServer/Pages/Templates/picture.mustache"
END(picture_mustache)

BEGIN(providers_mustache)
#embed "../FlowServer/Pages/Templates/providers.mustache"
END(providers_mustache)

BEGIN(recovery_codes_mustache)
#embed "../FlowServer/Pages/Templates/recovery-codes.mustache"
END(recovery_codes_mustache)

BEGIN(sign_in_mustache)
#embed "../FlowServer/Pages/Templates/sign-in.mustache"
END(sign_in_mustache)

BEGIN(single_task_layout_mustache)
#embed "../FlowServer/Pages/Templates/single-task-layout.mustache"
END(single_task_layout_mustache)

BEGIN(summary_mustache)
#embed "../FlowServer/Pages/Templates/summary.mustache"
END(summary_mustache)

BEGIN(time_mustache)
#embed "../FlowServer/Pages/Templates/time.mustache"
END(time_mustache)

BEGIN(two_factor_mustache)
#embed "../FlowServer/Pages/Templates/two-factor.mustache"
END(two_factor_mustache)
