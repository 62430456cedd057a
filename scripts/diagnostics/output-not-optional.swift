// error: requires that 'String' conform to 'OptionalOutput'
import FlowMagic

struct Answers: FlowOutput { var email = "" }

struct Email: Screen {
  enum Port: String, ActionPort { case next }
  static let output = \Answers.email
}
