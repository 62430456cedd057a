// error: type 'Email' does not conform to protocol 'Screen'
import FlowMagic

struct Answers: FlowOutput { var email: String? }

struct Email: Screen {
  enum Port: String, ActionPort { case next, skip }
  static let output = \Answers.email
  static let outputPorts: Set<Port> = [.next]
}
