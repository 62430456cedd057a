// error: does not conform to protocol 'DeclaredByName'
import FlowMagic

struct Answers: FlowOutput { var email: String? }

struct Email: Screen {
  enum Port: String, ActionPort { case next }
  static let outputs: OutputProperty<Answers, String> = \.email
}
