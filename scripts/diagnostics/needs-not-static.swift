// error: type 'Needs<Answers, String>' does not conform to protocol 'DeclaredStatic'
import FlowMagic

struct Answers: FlowOutput { var email: String? }

struct Summary: Screen {
  enum Port: String, ActionPort { case next }
  var needs: Needs<Answers, String> { Needs(\.email) }
}
