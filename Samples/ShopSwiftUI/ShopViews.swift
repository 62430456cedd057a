import FlowMagic
import FlowMagicUI
import SwiftUI

/// A page with a title.
struct PageView<Content: View>: View {
  let title: String
  @ViewBuilder let content: Content

  var body: some View {
    Form { content }.navigationTitle(title)
  }
}

struct HomeView: View {
  let home: ScreenProxy<Home>

  var body: some View {
    PageView(title: home.content.headline) {
      if let text = home.content.text { Text(text) }
      Button("Log in") { home.fire(.login) }
      Button("Sign up") { home.fire(.signUp) }
      Button("Forgot password") { home.fire(.forgotPassword) }
      Button("Something else") { home.fire(.randomPage) }
    }
  }
}

struct LoginView: View {
  let login: ScreenProxy<Login>
  @State private var email = ""
  @State private var password = ""

  var body: some View {
    PageView(title: login.content.title) {
      TextField("E-mail", text: $email)
      SecureField("Password", text: $password)
      Button("Log in") { login.fire(.login) }.disabled(!email.contains("@"))
      Button("I forgot my password") { login.fire(.forgotPassword) }
    }
  }
}

struct SignUpView: View {
  let signUp: ScreenProxy<SignUp>

  var body: some View {
    PageView(title: signUp.content.title) {
      ForEach(signUp.content.benefits, id: \.self) { benefit in Text(benefit) }
      Button("Create an account") { signUp.fire(.start) }
      Button("I have an account") { signUp.fire(.haveAccount) }
    }
  }
}

/// Typed text is the view's own state: a text that changes on the server does not touch it.
struct TextInputView: View {
  let input: ScreenProxy<TextInput>
  @State private var text: String

  init(input: ScreenProxy<TextInput>) {
    self.input = input
    _text = State(initialValue: input.draft ?? "")
  }

  var body: some View {
    PageView(title: input.content.title) {
      if let subtitle = input.content.subtitle { Text(subtitle) }
      if input.content.isSecret == true {
        SecureField("Your answer", text: $text)
      } else {
        TextField(input.content.placeholder, text: $text)
      }
      Button(input.content.primaryButtonText) { input.fire(.next, output: text) }
        .disabled(text.isEmpty)
      if let skip = input.content.skipButtonText { Button(skip) { input.fire(.next) } }
    }
  }
}

struct SummaryView: View {
  let summary: ScreenProxy<Summary>

  var body: some View {
    PageView(title: "Is this right?") {
      LabeledContent("First name", value: summary.outputs.firstName ?? "–")
      LabeledContent("Last name", value: summary.outputs.lastName ?? "–")
      LabeledContent("E-mail", value: summary.outputs.email ?? "–")
      Button("Yes, register me") { summary.fire(.next) }
      Button("No, go back") { summary.back() }
    }
  }
}

/// Shown over the last screen once the flow has ended.
struct FinishedView: View {
  @Environment(Navigator.self) private var navigator

  var body: some View {
    if navigator.outcome != nil {
      VStack {
        Text("That is all, thank you.")
        Button("Start again") { navigator.restart() }
      }
    }
  }
}

#Preview("Home") {
  HomeView(home: .preview(.init(headline: "The Corner Shop", text: "Good things, close by.")))
}

#Preview("An answer") {
  TextInputView(
    input: .preview(
      .init(
        title: "What is your first name?", placeholder: "First name", primaryButtonText: "Next"),
      draft: "Mira"))
}
