import Accounts
import AccountsCommand
import ArgumentParser
import Foundation
import Logging
import YogaService

/// `yoga`: the service, and its administration.
@main
struct YogaCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "yoga", abstract: "Serve Mythic Yoga Flow and manage its accounts.",
    subcommands: [
      ServeCommand.self, UsersCommand<FolderOptions>.self, ManifestCommand.self, FlowCommand.self,
    ])
}

/// The options for the data folder and the public URL.
struct FolderOptions: ParsableArguments {
  @Option(help: "The folder with the databases and keys.") var store = ".yoga/store"
  @Option(help: "The site's public URL, such as https://yoga.example.com.") var origin: String?
}

extension FolderOptions: AccountOptions {
  static let program = "yoga"
  static let deletedData = "its picture and history"

  func accounts() throws -> AccountServices { try users().accounts }

  func deleteAccount(_ user: String, by actor: Actor) async throws {
    try await users().delete(user, by: actor)
  }

  private func users() throws -> YogaUsers {
    try YogaUsers(
      folder: ServiceFolder(path: store), publicURL: origin ?? "http://127.0.0.1:8090",
      logger: Logger(label: "yoga"))
  }
}

/// Writes to standard output.
func write(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }
