// error: type 'Needs<Answers, String>' does not conform to protocol 'DeclaredByName'
import FlowMagic

struct Answers: FlowOutput { var email: String? }

struct Summary: Screen {
  enum Port: String, ActionPort { case next }
  static let need = Needs(\Answers.email)
}
