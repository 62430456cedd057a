import FlowMagic

// The five screens of a money transfer (N26 calls it MoneyBeam), and the one after it. Each has
// only its own content and output, and does not depend on the previous or the next one.

struct SelectContact: Screen {
  enum Port: String, ActionPort { case next }
  struct Content: Codable, Sendable { var contacts: [Contact] }
  typealias Output = Contact
}

struct EnterAmount: Screen {
  enum Port: String, ActionPort { case next }
  struct Content: Codable, Sendable {
    var contact: String
    /// The limit in cents.
    var limit: Int
  }
  /// The amount in cents.
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

/// The outputs of the enclosing flow.
struct BeamOutputs: FlowOutput {
  var receipt: Receipt?
}

/// The last screen of the flow, whose texts are in the flow.
struct Sent: Screen {
  enum Port: String, ActionPort { case done }
  struct Content: Codable, Sendable { var title: String, text: String }
  static let needs = Needs(\BeamOutputs.receipt)
}
