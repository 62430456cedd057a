// error: Register a value of the decision
import FlowMagic

struct IsLarge: RoutedDecision {
  enum Port: String, ActionPort { case plain, large }

  func make(_ context: StepContext<Self>) -> Port { .plain }
}

func registered() throws -> ScreenRegistry {
  try ScreenRegistry { IsLarge.self }
}
