import FlowMagic

// The five screens of a MoneyBeam. Each knows its own content and output, and nothing of the
// others: not which came before it, nor what comes next.

struct SelectContact: Screen {
  enum Port: String, ActionPort { case next }
  struct Content: Codable, Sendable { var contacts: [Contact] }
  typealias Output = Contact
}

struct EnterAmount: Screen {
  enum Port: String, ActionPort { case next }
  struct Content: Codable, Sendable {
    var contact: String
    /// In cents.
    var limit: Int
  }
  /// In cents.
  typealias Output = Int
}

struct EnterMessage: Screen {
  enum Port: String, ActionPort { case next, skip }
  typealias Output = String
}

struct Review: Screen {
  enum Port: String, ActionPort { case send, cancel }
  typealias Content = Transfer
}

struct EnterPIN: Screen {
  enum Port: String, ActionPort { case next }
  struct Content: Codable, Sendable { var amount: Int }
  typealias Output = String
}

/// The outputs of the flow around the step.
struct BeamOutputs: FlowOutput {
  var receipt: Receipt?
}

/// The last screen of the flow, with the flow's text.
struct Sent: Screen {
  enum Port: String, ActionPort { case done }
  struct Content: Codable, Sendable { var title: String, text: String }
  static let needs = Needs(\BeamOutputs.receipt)
}
