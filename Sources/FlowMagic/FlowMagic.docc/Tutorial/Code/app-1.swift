import FlowMagic
import FlowMagicUI
import SwiftUI

struct PlansView: View {
  let navigator: Navigator

  var body: some View {
    FlowView(navigator) {
      For(Welcome.self) { welcome in
        Form {
          Text(welcome.content.headline)
          Button("Continue") { welcome.fire(.next) }
          Button("Take the tour") { welcome.fire(.tour) }
        }
      }
      For(Tour.self) { tour in Button("All plans have free calls") { tour.fire(.next) } }
      For(Email.self) { email in EmailView(email: email) }
      For(Summary.self) { summary in
        Form {
          Text("We’ll write to \(summary.needs)")
          Button("Sign up") { summary.fire(.send) }
        }
      }
    }
  }
}

struct EmailView: View {
  let email: ScreenProxy<Email>
  @State private var text = ""

  var body: some View {
    Form {
      TextField("Email", text: $text)
      Button("Next") { email.fire(.next, output: text) }.disabled(text.isEmpty)
    }
  }
}

#Preview { EmailView(email: .preview()) }
