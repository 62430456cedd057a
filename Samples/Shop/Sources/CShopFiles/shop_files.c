#include "CShopFiles.h"

// `#embed` is in the standard since C23; clang supports it in earlier versions of C, too.
#pragma clang diagnostic ignored "-Wc23-extensions"

// clang-format off
#define BEGIN(name) static const unsigned char name##_bytes[] = {
#define END(name) \
  }; \
  struct shop_file shop_##name(void) { \
    return (struct shop_file){name##_bytes, sizeof name##_bytes}; \
  }

BEGIN(ForgotPassword_png)
#embed "../Shop/Snapshots/ForgotPassword.png"
END(ForgotPassword_png)

BEGIN(ForgotPasswordPhone_png)
#embed "../Shop/Snapshots/ForgotPasswordPhone.png"
END(ForgotPasswordPhone_png)

BEGIN(Home_png)
#embed "../Shop/Snapshots/Home.png"
END(Home_png)

BEGIN(INFO_png)
#embed "../Shop/Snapshots/INFO.png"
END(INFO_png)

BEGIN(Login_png)
#embed "../Shop/Snapshots/Login.png"
END(Login_png)

BEGIN(RandomPage_png)
#embed "../Shop/Snapshots/RandomPage.png"
END(RandomPage_png)

BEGIN(SUMMARY_png)
#embed "../Shop/Snapshots/SUMMARY.png"
END(SUMMARY_png)

BEGIN(SignUp_png)
#embed "../Shop/Snapshots/SignUp.png"
END(SignUp_png)
