import ArgumentParser

/// Puts load on a store: measures how much it takes, or says what it acknowledged, so that a test
/// can kill it under way and look afterwards whether all of that is there.
@main
struct StoreLoad: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "storeload",
    abstract: "Put load on a store.",
    subcommands: [Events.self, Publishes.self, Acknowledge.self])
}
