// error: property 'needs' must be as accessible as its enclosing type
import FlowMagic

struct Answers: FlowOutput { var email: String? }

struct Summary: Screen {
  enum Port: String, ActionPort { case next }
  private static let needs = Needs(\Answers.email)
}
