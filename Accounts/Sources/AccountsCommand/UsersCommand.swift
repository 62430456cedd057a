internal import Accounts
public import ArgumentParser
internal import Foundation

/// The subcommand `users` of a program with accounts: manages them, even while its service runs.
public struct UsersCommand<Options: AccountOptions>: AsyncParsableCommand {
  /// The command's name, help and subcommands.
  public static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "users", abstract: "Manage accounts.",
      subcommands: [
        List.self, Create.self, Disable.self, Enable.self, Delete.self, Reset.self,
      ])
  }

  /// Creates the command.
  public init() {}

  struct List: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(commandName: "list", abstract: "List all accounts.")
    }
    @OptionGroup var options: Options

    func run() async throws {
      let administration = try options.administration()
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

  struct Create: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: "create", abstract: "Create an account and print a link to set its password.",
        discussion: "With --password-stdin, the password is a line of standard input.")
    }
    @OptionGroup var options: Options
    @Argument(help: "The email address.") var email: String
    @Option(help: "The display name.") var name = ""
    @Flag(help: "Read the password from standard input, and print no link.")
    var passwordStdin = false

    func run() async throws {
      let administration = try options.administration()
      let password = passwordStdin ? readLine() : nil
      guard password != nil || !passwordStdin else {
        throw ValidationError("--password-stdin: standard input has no line with a password.")
      }
      let user = try await administration.addUser(
        email: email, name: name, password: password, isVerified: true, by: Options.actor)
      guard password == nil else { return write("\(user.email) is created.") }
      write(try await administration.createPasswordResetLink(for: user.id, by: Options.actor))
    }
  }

  struct Disable: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: "disable", abstract: "Disable an account and end its sessions.")
    }
    @OptionGroup var options: Options
    @Argument(help: "The email address or id.") var user: String

    func run() async throws {
      let administration = try options.administration()
      let account = try await administration.user(user)
      try await administration.disable(account.id, by: Options.actor)
      write("\(account.email) is disabled.")
    }
  }

  struct Enable: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(commandName: "enable", abstract: "Enable a disabled account.")
    }
    @OptionGroup var options: Options
    @Argument(help: "The email address or id.") var user: String

    func run() async throws {
      let administration = try options.administration()
      let account = try await administration.user(user)
      try await administration.enable(account.id, by: Options.actor)
      write("\(account.email) is enabled.")
    }
  }

  struct Delete: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: "delete", abstract: "Delete an account with \(Options.deletedData).")
    }
    @OptionGroup var options: Options
    @Argument(help: "The email address or id.") var user: String

    func run() async throws {
      let account = try await options.administration().user(user)
      try await options.deleteAccount(account.id, by: Options.actor)
      write("\(account.email) is deleted.")
    }
  }

  struct Reset: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: "reset", abstract: "Print a link to reset an account's password.")
    }
    @OptionGroup var options: Options
    @Argument(help: "The email address or id.") var user: String

    func run() async throws {
      let administration = try options.administration()
      let account = try await administration.user(user)
      write(try await administration.createPasswordResetLink(for: account.id, by: Options.actor))
    }
  }
}

/// Writes a line to standard output.
private func write(_ line: String) {
  FileHandle.standardOutput.write(Data((line + "\n").utf8))
}
