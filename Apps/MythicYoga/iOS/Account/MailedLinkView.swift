import SwiftUI
import YogaClient

/// What a link from an email will do; nothing changes before its button is pressed.
struct MailedLinkView: View {
  let app: YogaModel
  let link: MailedLink
  @State private var password = ""

  var body: some View {
    VStack(alignment: .leading, spacing: 16) {
      text(words.title).font(.title).accessibilityAddTraits(.isHeader)
      text(words.lead)
      if link.asksForPassword {
        SecureField(words.field.text(in: app.language), text: $password)
          .textContentType(link.purpose == .reset ? .newPassword : .password)
          .textFieldStyle(.roundedBorder)
      }
      // An alert of the app is behind this sheet.
      if let alert = app.alert { Text(verbatim: alert).foregroundStyle(Color.red) }
      Button(words.button.text(in: app.language)) {
        Task { await app.confirm(link, password: password) }
      }
      .buttonStyle(.borderedProminent)
      .disabled(app.isWorking)
      Button(ClientText.cancel.text(in: app.language)) { app.mailedLink = nil }
    }
    .controlSize(.large)
    .padding(24)
  }

  private func text(_ text: ClientText) -> Text { Text(verbatim: text.text(in: app.language)) }

  private struct Words {
    let title, lead, field, button: ClientText
  }

  private var words: Words {
    switch link.purpose {
    case .verify:
      Words(
        title: .confirmAddress, lead: .confirmLead, field: .password, button: .confirmAndLogIn)
    case .reset:
      Words(
        title: .newPasswordTitle, lead: .newPasswordLead, field: .newPassword,
        button: .changePassword)
    case .address:
      Words(
        title: .newAddressTitle, lead: .newAddressLead, field: .password, button: .changeAddress)
    }
  }
}
