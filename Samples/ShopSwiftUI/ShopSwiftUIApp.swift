import FlowMagic
import FlowMagicUI
import SwiftUI

/// The shop as a SwiftUI app: the screens and flows of the terminal's shop with other views.
@main
struct ShopSwiftUIApp: App {
  @State private var shop = Result { try Shop() }

  var body: some Scene {
    WindowGroup {
      switch shop {
      case .success(let shop): ShopView(navigator: shop.navigator)
      case .failure: Text("The shop cannot be opened. Please update the app.")
      }
    }
  }
}

/// The shop's navigator, which continues with the flows of the app when there is no server.
@MainActor
struct Shop {
  let navigator: Navigator

  init() throws {
    navigator = try Navigator(screens: ShopFlows.screens(), default: ShopFlows.document())
  }
}

/// A view for each screen.
struct ShopView: View {
  let navigator: Navigator

  var body: some View {
    FlowView(navigator, restoringFrom: "shop") {
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
