// error: type 'Email' does not conform to protocol 'Screen'
import FlowMagic

struct Answers: FlowOutput {
  var first: String?
  var email: String? { first }
}

struct Email: Screen {
  enum Port: String, ActionPort { case next }
  static let output = \Answers.email
}
