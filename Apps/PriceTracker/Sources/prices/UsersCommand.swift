internal import Accounts
internal import ArgumentParser
internal import Foundation
internal import PriceService

/// `prices users`: manages accounts, even while the service is running.
struct UsersCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "users", abstract: "Manage accounts.",
    subcommands: [
      List.self, Add.self, Disable.self, Enable.self, Delete.self, Reset.self,
    ])

  static let actor = Actor.operator("prices users")

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List all accounts.")
    @OptionGroup var options: ServiceOptions

    func run() async throws {
      let administration = try options.service().accounts.administration
      var last = ""
      while true {
        let users = try await administration.users(after: last)
        for user in users {
          let state =
            user.disabled != nil ? "disabled" : user.verified == nil ? "unverified" : "active"
          write("\(user.id)  \(state)  \(user.email)")
        }
        guard let next = users.last?.id else { return }
        last = next
      }
    }
  }

  struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Add an account and print a link to set its password.")
    @OptionGroup var options: ServiceOptions
    @Argument(help: "The address.") var email: String
    @Option(help: "The name.") var name = ""

    func run() async throws {
      let administration = try options.service().accounts.administration
      let user = try await administration.addUser(
        email: email, name: name, password: nil, isVerified: true, by: UsersCommand.actor)
      write(try await administration.resetLink(for: user.id, by: UsersCommand.actor))
    }
  }

  struct Disable: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Disable an account and end its sessions.")
    @OptionGroup var options: ServiceOptions
    @Argument(help: "The address or id.") var user: String

    func run() async throws {
      let administration = try options.service().accounts.administration
      let found = try await administration.user(user)
      try await administration.disable(found.id, by: UsersCommand.actor)
      write("\(found.email) is disabled.")
    }
  }

  struct Enable: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Enable a disabled account.")
    @OptionGroup var options: ServiceOptions
    @Argument(help: "The address or id.") var user: String

    func run() async throws {
      let administration = try options.service().accounts.administration
      let found = try await administration.user(user)
      try await administration.enable(found.id, by: UsersCommand.actor)
      write("\(found.email) is enabled.")
    }
  }

  struct Delete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Delete an account with its tracked products, comments, devices and notices.")
    @OptionGroup var options: ServiceOptions
    @Argument(help: "The address or id.") var user: String

    func run() async throws {
      let administration = try options.service().accounts.administration
      let found = try await administration.user(user)
      try await administration.deleteUser(found.id, by: UsersCommand.actor)
      write("\(found.email) is deleted.")
    }
  }

  struct Reset: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Print a link to reset an account's password.")
    @OptionGroup var options: ServiceOptions
    @Argument(help: "The address or id.") var user: String

    func run() async throws {
      let administration = try options.service().accounts.administration
      let found = try await administration.user(user)
      write(try await administration.resetLink(for: found.id, by: UsersCommand.actor))
    }
  }
}
