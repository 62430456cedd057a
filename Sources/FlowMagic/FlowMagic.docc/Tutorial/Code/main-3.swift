import FlowMagic

@main
struct Plans {
  @MainActor
  static func main() async throws {
    if CommandLine.arguments.contains("--flows") {
      return print(try Flows.document().json.text(.pretty))
    }
    let app = try FlowMagic.start(
      server: "http://localhost:8080", key: "pk_…", environment: "development",
      screens: Flows.screens(), default: Flows.document())
    app.navigator.onError { print("error: \($0)") }
    try await run(app.navigator)
  }
}
