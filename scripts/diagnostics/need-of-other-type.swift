// error: cannot convert value of type 'String' to specified type 'Int'
import FlowMagic

struct Answers: FlowOutput { var email: String? }

struct Summary: Screen {
  enum Port: String, ActionPort { case next }
  static let needs = Needs(\Answers.email)
}

func age(_ summary: ScreenProxy<Summary>) -> Int {
  let age: Int = summary.needs
  return age
}
