import Accounts
import ArgumentParser
import Foundation
import Logging
import YogaService

/// `yoga users`: manages accounts, even while the service is running.
struct UsersCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "users", abstract: "Manage accounts.",
    subcommands: [
      List.self, Add.self, Disable.self, Enable.self, Delete.self, Reset.self,
    ])

  static func users(_ folder: FolderOptions) throws -> YogaUsers {
    try YogaUsers(
      folder: YogaFolder(path: folder.store), publicURL: folder.origin ?? "http://127.0.0.1:8090",
      logger: Logger(label: "yoga"))
  }

  static let actor = Actor.operator("yoga users")

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List all accounts.")
    @OptionGroup var folder: FolderOptions

    func run() async throws {
      let administration = try UsersCommand.users(folder).accounts.administration
      var last = ""
      while true {
        let users = try await administration.users(after: last)
        for user in users {
          let state =
            user.disabled != nil ? "disabled" : user.verified == nil ? "unverified" : "active"
          write(
            "\(user.id)  \(state.padding(toLength: 10, withPad: " ", startingAt: 0))  \(user.email)"
          )
        }
        guard let next = users.last?.id else { return }
        last = next
      }
    }
  }

  struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Add an account and print a link to set its password.",
      discussion: "With --password-stdin, the password is a line of standard input.")
    @OptionGroup var folder: FolderOptions
    @Argument(help: "The address.") var email: String
    @Option(help: "The name.") var name = ""
    @Flag(help: "Read the password from standard input, and print no link.")
    var passwordStdin = false

    func run() async throws {
      let administration = try UsersCommand.users(folder).accounts.administration
      let password = passwordStdin ? readLine() : nil
      guard password != nil || !passwordStdin else {
        throw ValidationError("--password-stdin: standard input has no line with a password.")
      }
      let user = try await administration.addUser(
        email: email, name: name, password: password, isVerified: true, by: UsersCommand.actor)
      guard password == nil else { return write("\(user.email) is added.") }
      write(try await administration.resetLink(for: user.id, by: UsersCommand.actor))
    }
  }

  struct Disable: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Disable an account and end its sessions.")
    @OptionGroup var folder: FolderOptions
    @Argument(help: "The address or id.") var user: String

    func run() async throws {
      let administration = try UsersCommand.users(folder).accounts.administration
      let found = try await administration.user(user)
      try await administration.disable(found.id, by: UsersCommand.actor)
      write("\(found.email) is disabled.")
    }
  }

  struct Enable: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Enable a disabled account.")
    @OptionGroup var folder: FolderOptions
    @Argument(help: "The address or id.") var user: String

    func run() async throws {
      let administration = try UsersCommand.users(folder).accounts.administration
      let found = try await administration.user(user)
      try await administration.enable(found.id, by: UsersCommand.actor)
      write("\(found.email) is enabled.")
    }
  }

  struct Delete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Delete an account with its picture and history.")
    @OptionGroup var folder: FolderOptions
    @Argument(help: "The address or id.") var user: String

    func run() async throws {
      let users = try UsersCommand.users(folder)
      let found = try await users.accounts.administration.user(user)
      try await users.delete(found.id, by: UsersCommand.actor)
      write("\(found.email) is deleted.")
    }
  }

  struct Reset: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Print a link to reset an account's password.")
    @OptionGroup var folder: FolderOptions
    @Argument(help: "The address or id.") var user: String

    func run() async throws {
      let administration = try UsersCommand.users(folder).accounts.administration
      let found = try await administration.user(user)
      write(try await administration.resetLink(for: found.id, by: UsersCommand.actor))
    }
  }
}
