import FlowMagic
import FlowMagicUI
import SwiftUI

/// MoneyBeam as a SwiftUI app: the steps, decisions and flow of the terminal version, with views.
@main
struct MoneyBeamApp: App {
  @State private var navigator = Result {
    try Navigator(screens: BeamFlow.screens(DemoBank()), default: BeamFlow.document())
  }

  var body: some Scene {
    WindowGroup {
      switch navigator {
      case .success(let navigator): BeamView(navigator: navigator)
      case .failure: Text("MoneyBeam cannot be opened. Please update the app.")
      }
    }
  }
}

/// A view for each screen; the steps in code need none.
struct BeamView: View {
  let navigator: Navigator
  @State private var problem: String?

  var body: some View {
    FlowView(navigator, restoringFrom: "money-beam") {
      For(SelectContact.self) { screen in SelectContactView(screen: screen) }
      For(EnterAmount.self) { screen in EnterAmountView(screen: screen) }
      For(EnterMessage.self) { screen in EnterMessageView(screen: screen) }
      For(Review.self) { screen in ReviewView(screen: screen) }
      For(EnterPIN.self) { screen in EnterPINView(screen: screen) }
      For(Sent.self) { screen in SentView(screen: screen) }
    }
    .overlay {
      if let problem {
        VStack {
          Text(problem)
          Button("OK") { self.problem = nil }
        }
      }
    }
    .task {
      navigator.onError { error in
        problem = error.localizedDescription
      }
    }
  }
}
