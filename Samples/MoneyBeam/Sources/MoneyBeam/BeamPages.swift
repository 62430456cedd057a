import FlowMagic

/// The views of the screens in a terminal.
@MainActor
enum BeamPages {
  static func host(_ navigator: Navigator) throws(FlowMagicError) -> ScreenHost<Page> {
    try ScreenHost(navigator) {
      For(SelectContact.self) { selectContact($0) }
      For(EnterAmount.self) { enterAmount($0) }
      For(EnterMessage.self) { enterMessage($0) }
      For(Review.self) { review($0) }
      For(EnterPIN.self) { enterPIN($0) }
      For(Sent.self) { sent($0) }
    }
  }

  private static func selectContact(_ screen: ScreenProxy<SelectContact>) -> Page {
    Page(
      title: "Who is it for?",
      choices: screen.content.contacts.map { contact in
        choice(contact.isKnown ? "\(contact.name) (sent before)" : contact.name) {
          screen.fire(.next, output: contact)
        }
      })
  }

  private static func enterAmount(_ screen: ScreenProxy<EnterAmount>) -> Page {
    let limit = screen.content.limit
    return Page(
      title: "How much for \(screen.content.contact)?", paragraphs: ["Up to \(euros(limit))."],
      fields: [Page.Field(id: "amount", label: "Amount in €", placeholder: "12.50")],
      choices: [
        Page.Choice("Next") { values in
          let text = values["amount"] ?? screen.enteredValue.map(amountWithoutCurrency) ?? ""
          guard let amount = cents(text), amount > 0
          else { return "Enter an amount such as 12 or 12.50." }
          guard amount <= limit else { return "You can send up to \(euros(limit))." }
          screen.fire(.next, output: amount)
          return nil
        }
      ])
  }

  private static func enterMessage(_ screen: ScreenProxy<EnterMessage>) -> Page {
    Page(
      title: "Add a few words?",
      fields: [Page.Field(id: "text", label: "Message", placeholder: "For the concert tickets")],
      choices: [
        Page.Choice("Next") { values in
          let text = values["text"] ?? screen.enteredValue ?? ""
          guard !text.isEmpty else { return "Enter a text, or continue without a message." }
          screen.fire(.next, output: text)
          return nil
        }, choice("Without a message") { screen.fire(.skip) },
      ])
  }

  private static func review(_ screen: ScreenProxy<Review>) -> Page {
    Page(
      title: "Is this right?", facts: facts(screen.content),
      choices: [
        choice("Send") { screen.fire(.send) }, choice("Cancel") { screen.fire(.cancel) },
      ])
  }

  private static func enterPIN(_ screen: ScreenProxy<EnterPIN>) -> Page {
    Page(
      title: "Your PIN",
      paragraphs: ["\(euros(screen.content.amount)) will leave your account. The PIN is 1234."],
      fields: [Page.Field(id: "pin", label: "PIN", isSecret: true)],
      choices: [
        Page.Choice("Send \(euros(screen.content.amount))") { values in
          let pin = values["pin"] ?? ""
          guard pin.count == 4 else { return "A PIN has four digits." }
          screen.fire(.next, output: pin)
          return nil
        }
      ])
  }

  private static func sent(_ screen: ScreenProxy<Sent>) -> Page {
    let receipt = screen.needs
    return Page(
      title: screen.content.title, paragraphs: [screen.content.text],
      facts: [("Number", receipt.number)] + facts(receipt.transfer),
      choices: [choice("Done") { screen.fire(.done) }])
  }

  private static func facts(_ transfer: Transfer) -> [(name: String, value: String)] {
    var facts = [(name: "To", value: transfer.contact.name)]
    facts.append((name: "Amount", value: euros(transfer.amount)))
    if let message = transfer.message { facts.append((name: "Message", value: message)) }
    return facts
  }

  private static func choice(
    _ label: String, _ action: @escaping @MainActor () -> Void
  ) -> Page.Choice {
    Page.Choice(label) { _ in
      action()
      return nil
    }
  }

  /// The amount without the currency, such as `12.50`.
  private static func amountWithoutCurrency(_ cents: Int) -> String {
    String(euros(cents).dropLast(2))
  }
}
