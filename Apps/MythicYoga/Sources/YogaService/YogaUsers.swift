public import Accounts
import AccountsSQLite
import AccountsWeb
import Foundation
public import HTTPTypes
public import Logging

/// The users' accounts and data; also authenticates requests.
public struct YogaUsers: Sendable {
  /// The accounts.
  public let accounts: AccountServices
  /// The users' practice data and profile pictures.
  public let store: YogaStore

  /// Opens the accounts of a folder.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - publicURL: The site's public base URL, for links in emails.
  ///   - logger: The logger; no secrets are logged.
  /// - Throws: If the folder's files cannot be opened.
  public init(folder: ServiceFolder, publicURL: String, logger: Logger) throws {
    try self.init(
      folder: folder, publicURL: publicURL, passwordHasher: PasswordHasher(),
      clock: { Self.unixTime() }, logger: logger)
  }

  package init(
    folder: ServiceFolder, publicURL: String, passwordHasher: PasswordHasher,
    clock: @escaping @Sendable () -> Int, logger: Logger
  ) throws {
    var settings = AccountSettings(
      serviceName: "Mythic Yoga Flow", publicURL: publicURL, registration: .open,
      canSendMail: true, browserIdleTimeout: 30 * 86_400)
    settings.signInPath = "/account/start"
    settings.features = []
    accounts = AccountServices(
      store: SQLiteAccounts(try SQLiteAccountsFile(path: folder.file("accounts.db"))),
      keys: try AccountKeyring(secrets: [folder.key("accounts")]),
      passwordHasher: passwordHasher, settings: settings,
      logger: logger, clock: clock)
    store = try YogaStore(path: folder.file("yoga.db"))
  }

  /// Returns the current time in seconds since 1970.
  static func unixTime() -> Int { Int(Date().timeIntervalSince1970) }

  /// Returns the sender's session, of an app or of a browser; nil for a guest.
  public func session(from headers: HTTPFields) async throws -> AuthenticatedSession? {
    if headers[.authorization] != nil { return try await appSession(from: headers) }
    return try await SessionCookies.yoga.session(headers, in: accounts.sessions)
  }

  /// Returns the session of an app's access token, whatever the cookies; nil without a valid one.
  func appSession(from headers: HTTPFields) async throws -> AuthenticatedSession? {
    let scheme = "Bearer "
    guard let header = headers[.authorization], header.hasPrefix(scheme) else { return nil }
    do {
      return try await accounts.sessions.authenticate(
        accessToken: String(header.dropFirst(scheme.count)))
    } catch let error as AccountError where error.code == .noSession {
      return nil
    }
  }

  /// Deletes an account with all the user's data.
  ///
  /// If the process ends in between, ``removeDataOfDeletedAccounts()`` completes it.
  ///
  /// - Parameters:
  ///   - user: The id of the account.
  ///   - actor: Who deletes it.
  /// - Throws: `AccountError`: `.notFound`, `.lastOwner`; errors of the stores.
  public func delete(_ user: String, by actor: Actor) async throws {
    try await accounts.administration.deleteUser(user, by: actor)
    try await store.remove(user)
  }

  /// Removes the practice data and pictures whose account no longer exists.
  ///
  /// The two are in separate files, so a process that ends while it deletes an account can leave
  /// them behind, and so can another process that stores a user's progress at that moment. Reads
  /// every user with data once; the service calls it at its start and every hour.
  ///
  /// - Returns: The number of users whose data was removed.
  /// - Throws: If a file cannot be read or written.
  @discardableResult
  public func removeDataOfDeletedAccounts() async throws -> Int {
    var (count, last) = (0, "")
    while true {
      let users = try await store.users(after: last)
      guard let end = users.last else { return count }
      // NB: the accounts are read after the data is listed, so a new user does not seem deleted.
      let deleted = try await accounts.store.read { reader in
        try users.filter { try reader.user($0) == nil }
      }
      for user in deleted { try await store.remove(user) }
      (count, last) = (count + deleted.count, end)
    }
  }

  /// Returns the client of a request.
  ///
  /// - Parameters:
  ///   - headers: The request's headers.
  ///   - language: The language of emails that the request causes: a tag such as `de-AT`; nil if it
  ///     causes none.
  /// - Returns: The client.
  public static func client(_ headers: HTTPFields, language: String? = nil) -> Client {
    Client(
      address: headers[.yogaPeer] ?? "unknown", userAgent: headers[.userAgent] ?? "",
      deviceSecrets: SessionCookies.yoga.deviceSecrets(in: headers),
      language: language.map { EmailLanguage(tag: $0) })
  }
}
