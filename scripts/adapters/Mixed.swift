// View controllers and SwiftUI views in one flow, as the article “SwiftUI and UIKit” shows it.
import FlowMagic
import FlowMagicUI
import SwiftUI
import UIKit

final class HomeViewController: UIViewController {
  private let home: ScreenProxy<Home>

  init(_ home: ScreenProxy<Home>) {
    self.home = home
    super.init(nibName: nil, bundle: nil)
    show(home.content)
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) { nil }

  func show(_ content: Home.Content) { title = content.headline }

  func signUp() { home.fire(.signUp) }
}

struct HomeView: View {
  let home: ScreenProxy<Home>

  var body: some View {
    Form { Button("Sign up") { home.fire(.signUp) } }.navigationTitle(home.content.headline)
  }
}

struct LoginView: View {
  let login: ScreenProxy<Login>
  @State private var email = ""

  var body: some View {
    Form {
      TextField("Email", text: $email)
      Button("Log in") { login.fire(.login) }.disabled(!email.contains("@"))
    }
  }
}

@MainActor
final class MixedShop {
  private let flow: FlowNavigation

  init(_ navigator: Navigator, in navigationController: UINavigationController) {
    flow = FlowNavigation(navigator, in: navigationController) {
      For(Home.self, make: HomeViewController.init) { controller, home in
        controller.show(home.content)
      }
      For(Login.self) { login in LoginView(login: login) }
    }
  }
}

/// An app's own hosts, besides the adapters: one of SwiftUI views, one of another type.
@MainActor
func hosts(_ navigator: Navigator) throws -> (ScreenHost<AnyView>, [String]) {
  let views = try ScreenHost(navigator) {
    For(Home.self) { home in AnyView(HomeView(home: home)) }
    For(Login.self) { login in AnyView(LoginView(login: login)) }
  }
  let texts = try ScreenHost(navigator) {
    For(Home.self) { home in home.content.headline }
    For(Login.self) { _ in "login" }
  }
  return (views, texts.views)
}
