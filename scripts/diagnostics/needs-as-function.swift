// error: type 'Needs<Answers, String>' does not conform to protocol 'DeclaredAsProperty'
import FlowMagic

struct Answers: FlowOutput { var email: String? }

struct Summary: Screen {
  enum Port: String, ActionPort { case next }
  static func needs() -> Needs<Answers, String> { Needs(\.email) }
}
