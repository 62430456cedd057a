// error: Register a value of the step
import FlowMagic

struct SendMoney: RoutedStep {
  enum Port: String, ActionPort { case sent }

  func perform(_ context: StepContext<Self>) async throws -> ScreenExit<Self> { .fire(.sent) }
}

func registered() throws -> ScreenRegistry {
  try ScreenRegistry { SendMoney.self }
}
