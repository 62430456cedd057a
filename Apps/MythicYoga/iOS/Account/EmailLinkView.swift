import SwiftUI
import YogaClient

/// What a link from an email will do; nothing changes before its button is pressed.
struct EmailLinkView: View {
  let app: YogaModel
  let link: EmailLink
  @State private var password = ""

  var body: some View {
    VStack(alignment: .leading, spacing: 16) {
      text(texts.title).font(.title).accessibilityAddTraits(.isHeader)
      text(texts.lead)
      if link.asksForPassword {
        SecureField(texts.field.text(in: app.language), text: $password)
          .textContentType(link.purpose == .reset ? .newPassword : .password)
          .textFieldStyle(.roundedBorder)
      }
      // The alert of the root view would be behind this sheet.
      if let alert = app.alert { Text(verbatim: alert).foregroundStyle(Color.red) }
      Button(texts.button.text(in: app.language)) {
        Task { await app.confirm(link, password: password) }
      }
      .buttonStyle(.borderedProminent)
      .disabled(app.isWorking)
      Button(ClientText.cancel.text(in: app.language)) { app.emailLink = nil }
    }
    .controlSize(.large)
    .padding(24)
  }

  private func text(_ text: ClientText) -> Text { Text(verbatim: text.text(in: app.language)) }

  private struct Texts {
    let title, lead, field, button: ClientText
  }

  private var texts: Texts {
    switch link.purpose {
    case .verify:
      Texts(
        title: .confirmAddress, lead: .confirmLead, field: .password, button: .confirmAndLogIn)
    case .reset:
      Texts(
        title: .newPasswordTitle, lead: .newPasswordLead, field: .newPassword,
        button: .changePassword)
    case .address:
      Texts(
        title: .newAddressTitle, lead: .newAddressLead, field: .password, button: .changeAddress)
    }
  }
}
