public import Accounts
public import ArgumentParser

/// The options of a program with accounts, and how it opens them.
public protocol AccountOptions: ParsableArguments {
  /// The program's name, such as `yoga`, which names the operator in the events of accounts.
  static var program: String { get }
  /// What is deleted with an account, for the help, such as `its picture and history`.
  static var deletedData: String { get }

  /// Opens the accounts.
  ///
  /// - Throws: If they cannot be opened.
  func accounts() throws -> AccountServices
  /// Deletes an account with all the user's data.
  ///
  /// - Parameters:
  ///   - user: The user's id.
  ///   - actor: Who deletes it.
  /// - Throws: If it cannot be deleted.
  func deleteAccount(_ user: String, by actor: Actor) async throws
}

extension AccountOptions {
  /// Deletes an account whose data is in the same database.
  public func deleteAccount(_ user: String, by actor: Actor) async throws {
    try await accounts().administration.deleteUser(user, by: actor)
  }

  static var actor: Actor { .operator("\(program) users") }

  func administration() throws -> AdministrationService { try accounts().administration }
}
