// error: Declare it with its type, `static let provides: Provides = […]`.
import FlowMagic

struct Answers: FlowOutput { var email: String? }

struct Email: Screen {
  enum Port: String, ActionPort { case next }
  static let provides = [\Answers.email]
}
