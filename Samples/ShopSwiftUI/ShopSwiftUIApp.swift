import FlowMagic
import FlowMagicUI
import SwiftUI

/// The shop as a SwiftUI app: the screens and flows of the terminal's shop with other views.
@main
struct ShopSwiftUIApp: App {
  @State private var shop = Result {
    try FlowMagic.start(
      server: "http://localhost:8080", key: "pk_…", environment: "development",
      screens: ShopFlows.screens(), default: ShopFlows.document())
  }

  var body: some Scene {
    WindowGroup {
      switch shop {
      case .success(let shop): ShopView(navigator: shop.navigator)
      case .failure(let error): Text(error.localizedDescription)
      }
    }
  }
}

/// A view for each screen.
struct ShopView: View {
  let navigator: Navigator

  var body: some View {
    FlowView(navigator) {
      For(Home.self) { home in HomeView(home: home) }
      For(Login.self) { login in LoginView(login: login) }
      For(SignUp.self) { signUp in SignUpView(signUp: signUp) }
      For(ForgotPassword.self) { screen in
        PageView(title: screen.content.title) {
          Button("Send me a link") { screen.fire(.sendLink) }
          Button("Use my phone instead") { screen.fire(.usePhone) }
        }
      }
      For(ForgotPasswordPhone.self) { screen in
        PageView(title: screen.content.title) {
          Button("Send me a code") { screen.fire(.sendCode) }
        }
      }
      For(RandomPage.self) { page in
        PageView(title: page.content.title) {
          Text(page.content.text)
          Button("To the start") { page.fire(.home) }
        }
      }
      For(Info.self) { info in
        PageView(title: info.content.title) {
          Text(info.content.description)
          Button(info.content.primaryButtonText) { info.fire(.next) }
        }
      }
      For(TextInput.self) { input in TextInputView(input: input) }
      For(Summary.self) { summary in SummaryView(summary: summary) }
    }
    .overlay { FinishedView() }
    .environment(navigator)
  }
}
