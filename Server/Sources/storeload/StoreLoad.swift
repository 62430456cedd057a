import ArgumentParser

/// Puts load on a store: measures throughput, or prints what was acknowledged, so that a test can
/// kill the process and check that all of it was stored.
@main
struct StoreLoad: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "storeload",
    abstract: "Put load on a store.",
    subcommands: [AppendEvents.self, PublishReleases.self, AcknowledgeWrites.self])
}
