import Accounts
import AccountsCommand
import AccountsSQLite
import ArgumentParser
import Foundation
import Logging
import Testing

/// The accounts of a program in a file.
private struct FileOptions: AccountOptions {
  static let program = "program"
  static let deletedData = "its notes"
  @Option var store: String

  func accounts() throws -> AccountServices {
    AccountServices(
      store: SQLiteAccounts(try SQLiteAccountsFile(path: store)),
      keys: try AccountKeyring(secrets: [Array(repeating: 7, count: 32)]),
      passwordHasher: PasswordHasher(parameters: .forTests),
      settings: AccountSettings(
        serviceName: "Program", publicURL: "https://program.example", registration: .open,
        canSendMail: true),
      logger: Logger(label: "program") { _ in SwiftLogNoOpLogHandler() }, clock: { 1_800_000_000 })
  }
}

@Suite struct UsersCommandTests {
  private typealias Command = UsersCommand<FileOptions>

  private func run(_ arguments: [String], _ store: String) async throws {
    var command = try Command.parseAsRoot(arguments + ["--store", store])
    if var command = command as? any AsyncParsableCommand {
      try await command.run()
    } else {
      try command.run()
    }
  }

  @Test func `an account is created, disabled, enabled and deleted`() async throws {
    let store = FileManager.default.temporaryDirectory.path + "/users-\(UUID().uuidString).db"
    defer {
      for suffix in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: store + suffix)
      }
    }
    let options = try FileOptions.parse(["--store", store])
    let administration = try options.accounts().administration
    try await run(["create", "ada@example.com", "--name", "Ada"], store)
    let created = try await administration.user("ada@example.com")
    #expect(created.name == "Ada")
    #expect(created.verified != nil)

    try await run(["disable", "ada@example.com"], store)
    #expect(try await administration.user(created.id).disabled != nil)
    try await run(["enable", created.id], store)
    #expect(try await administration.user(created.id).disabled == nil)
    try await run(["reset", "ada@example.com"], store)
    try await run(["list"], store)
    try await run(["delete", "ada@example.com"], store)
    #expect(try await administration.users(after: "").isEmpty)
    await #expect(throws: AccountError.self) {
      try await run(["disable", "ada@example.com"], store)
    }
  }

  @Test func `the help says what is deleted with an account`() {
    #expect(Command.helpMessage(for: Command.self).contains("delete"))
    #expect(Command.configuration.subcommands.count == 6)
    #expect(
      Command.configuration.subcommands.contains {
        $0.configuration.abstract == "Delete an account with its notes."
      })
  }
}
