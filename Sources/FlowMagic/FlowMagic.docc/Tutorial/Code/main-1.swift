import FlowMagic

@main
struct Plans {
  @MainActor
  static func main() async throws {
    let navigator = try Navigator(screens: Flows.screens(), default: Flows.document())
    await navigator.start()
    try await run(navigator)
  }
}
