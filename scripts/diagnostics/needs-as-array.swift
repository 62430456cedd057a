// error: Declare it with its type, `static let needs: Needs = […]`.
import FlowMagic

struct Answers: FlowOutput { var email: String? }

struct Summary: Screen {
  enum Port: String, ActionPort { case next }
  static let needs = [\Answers.email]
}
