import FlowMagic
import FlowMagicUI
import SwiftUI

struct SelectContactView: View {
  let screen: ScreenProxy<SelectContact>

  var body: some View {
    Form {
      ForEach(screen.content.contacts, id: \.name) { contact in
        Button(contact.name) { screen.fire(.next, output: contact) }
      }
    }
    .navigationTitle("Who is it for?")
  }
}

struct EnterAmountView: View {
  let screen: ScreenProxy<EnterAmount>
  @State private var text = ""

  private var amount: Int? {
    cents(text).flatMap { $0 > 0 && $0 <= screen.content.limit ? $0 : nil }
  }

  var body: some View {
    Form {
      Text("Up to \(euros(screen.content.limit)).")
      TextField("12.50", text: $text)
      Button("Next") { if let amount { screen.fire(.next, output: amount) } }
        .disabled(amount == nil)
    }
    .navigationTitle("How much for \(screen.content.contact)?")
  }
}

struct EnterMessageView: View {
  let screen: ScreenProxy<EnterMessage>
  @State private var text = ""

  var body: some View {
    Form {
      TextField("For the concert tickets", text: $text)
      Button("Next") { screen.fire(.next, output: text) }.disabled(text.isEmpty)
      Button("Without a message") { screen.fire(.skip) }
    }
    .navigationTitle("Add a few words?")
  }
}

struct ReviewView: View {
  let screen: ScreenProxy<Review>

  var body: some View {
    Form {
      LabeledContent("To", value: screen.content.contact.name)
      LabeledContent("Amount", value: euros(screen.content.amount))
      LabeledContent("Message", value: screen.content.message ?? "–")
      Button("Send") { screen.fire(.send) }
      Button("Cancel") { screen.fire(.cancel) }
    }
    .navigationTitle("Is this right?")
  }
}

struct EnterPINView: View {
  let screen: ScreenProxy<EnterPIN>
  @State private var pin = ""

  var body: some View {
    Form {
      SecureField("PIN", text: $pin)
      Button("Send \(euros(screen.content.amount))") { screen.fire(.next, output: pin) }
        .disabled(pin.count != 4)
    }
    .navigationTitle("Your PIN")
  }
}

struct SentView: View {
  let screen: ScreenProxy<Sent>

  var body: some View {
    Form {
      Text(screen.content.text)
      LabeledContent("Number", value: screen.needs.number)
      Button("Done") { screen.fire(.done) }
    }
    .navigationTitle(screen.content.title)
  }
}

#Preview("Review") {
  ReviewView(screen: .preview(Transfer(contact: Contact(name: "Ada"), amount: 12_50)))
}
