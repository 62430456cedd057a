// error: Write `func perform() async throws`
import FlowMagic

struct Forgotten: Step {
  func preform() async throws {}
}
