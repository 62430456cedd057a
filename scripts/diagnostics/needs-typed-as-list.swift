// error: Write `static let needs = Needs(\Answers.email)`.
import FlowMagic

struct Answers: FlowOutput { var email: String? }

struct Summary: Screen {
  enum Port: String, ActionPort { case next }
  static let needs: Needs = [\Answers.email]
}
