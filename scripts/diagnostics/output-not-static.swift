// error: does not conform to protocol 'DeclaredStatic'
import FlowMagic

struct Answers: FlowOutput { var email: String? }

struct Email: Screen {
  enum Port: String, ActionPort { case next }
  let output: OutputProperty<Answers, String> = \.email
}
