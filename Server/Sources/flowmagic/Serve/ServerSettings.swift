import Accounts
import Configuration
import FlowCore
import FlowServer
import FlowStore
import Logging

/// The server's settings, from options, environment variables, a file and defaults, in order of
/// precedence.
struct ServerSettings {
  /// The error of an invalid setting.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// What settings are read for.
  enum Purpose {
    /// Running a server, which uses all of them.
    case serving
    /// A command on the store.
    ///
    /// Its environment lacks the server's secrets, so settings that need those, or files that only
    /// the server reads, are ignored: of email, providers, scheduled backups and purging.
    case operatorCommand
  }

  let address: ServerAddress
  /// The address for operators; nil to use the public one.
  let administration: ServerAddress?
  /// The limits of connections and streams.
  let limits: DeliveryLimits
  /// The store's URL, such as `sqlite:flowmagic.db`.
  let store: String
  /// The path of the folder with the keys.
  let keys: String
  let site: SiteSettings
  /// The quotas of an organization and its applications.
  let quotas: Quotas
  /// The cache to purge after a release; nil for none.
  let purging: PurgeSettings?
  /// The schedule of backups; nil for none.
  let backups: BackupSchedule?
  /// The file of the passphrase of backups; nil for none.
  let backupPassphraseFile: String?
  /// Whether the listening address was set.
  let hasAddress: Bool
  /// Whether the public URL was set.
  private let hasPublicURL: Bool
  let logFormat: LogFormat
  let logLevel: Logger.Level

  /// The settings to log at startup, without secrets.
  var loggedSettings: [(String, String)] {
    [
      ("bind", address.description), ("admin-bind", administration?.description ?? "none"),
      ("connections-per-address", limits.connectionsPerNetwork.map { "\($0)" } ?? "by default"),
      (
        "streams-per-organization", limits.streamsPerOrganization.map { "\($0)" } ?? "by default"
      ),
      ("store", redactedStoreURL), ("keys", keys),
      ("backup-to", backups?.logDescription ?? "none"),
      ("public-url", hasPublicURL ? site.publicURL : "not set"),
      ("registration", site.registration.rawValue),
      ("second-factor", site.requiresSecondFactor ? "required" : "optional"),
      ("publish-sign-in", "\(site.publishSignInHours)"),
      ("mail-server", site.mail?.description ?? "none"),
      ("mail-ca-file", site.mail?.caFile ?? "not set"),
      ("trusted-proxies", "\(site.trustedProxies)"), ("mode", site.mode.rawValue),
      ("portal", site.portal ?? "built in"), ("package-url", site.packageURL ?? "not set"),
      ("providers", site.providers.map(\.id).joined(separator: ", ")),
      ("cors-origin", site.origins.description), ("application-ids", site.applicationIDs.rawValue),
      ("log-format", logFormat.rawValue), ("log-level", logLevel.rawValue),
    ] + site.limits.loggedSettings + site.intake.loggedSettings + quotas.loggedSettings
      + (purging?.loggedSettings ?? [("purge-url", "none")])
  }

  /// The store's URL without user and password.
  var redactedStoreURL: String {
    guard let scheme = store.firstRange(of: "://"), let at = store.lastIndex(of: "@"),
      scheme.upperBound <= at
    else { return store }
    return store[..<scheme.upperBound] + "…" + store[at...]
  }

  static let names = Set([
    "bind", "admin-bind", "connections-per-address", "streams-per-organization", "store", "keys",
    "public-url", "registration",
    "second-factor", "publish-sign-in", "mail-server",
    "mail-from", "mail-ca-file", "trusted-proxies", "providers", "mode", "portal", "package-url",
    "backup-to", "backup-every", "backup-keep", "backup-passphrase-file",
    "cors-origin", "application-ids", "log-format", "log-level", "config",
  ]).union(IntakeOptions.names).union(AccountLimitOptions.names)
    .union(QuotaOptions.names).union(PurgeOptions.names)

  init(_ options: some SettingsSource, for purpose: Purpose = .serving) throws(Failure) {
    try self.init(
      options.values, EnvironmentVariablesProvider(), for: purpose,
      isTerminal: TerminalTraits(System.stderr).isTerminal)
  }

  init(
    _ options: [String: String], _ environment: EnvironmentVariablesProvider,
    for purpose: Purpose, isTerminal: Bool
  ) throws(Failure) {
    let flags = Self.provider("options", options)
    let variables = environment.prefixKeys(with: "flowmagic")
    let first = ConfigReader(providers: [flags, variables])
    var providers: [any ConfigProvider] = [flags, variables]
    if let path = first.string(forKey: "config") {
      providers.append(Self.provider("file", try Self.members(of: path)))
    }
    let reader = ConfigReader(providers: providers)

    address = try Self.address(reader, "bind", default: "127.0.0.1:8080")
    hasAddress = reader.string(forKey: "bind") != nil
    administration = try reader.string(forKey: "admin-bind").map { _ throws(Failure) in
      try Self.address(reader, "admin-bind", default: "")
    }
    limits = try Self.limits(reader)
    store = reader.string(forKey: "store", default: "sqlite:flowmagic.db")
    try Self.checkStore(store)
    if let keys = reader.string(forKey: "keys") {
      self.keys = keys
    } else {
      keys = try Self.keyFolder(beside: store)
    }
    let isServing = purpose == .serving
    var site = try SiteSettings(reader, address, for: purpose)
    site.intake = try IntakeLimits(reader)
    site.limits = try AccountLimits(reader)
    self.site = site
    quotas = try Quotas(reader)
    purging = try isServing ? PurgeSettings(reader, publicURL: site.publicURL) : nil
    backups = try isServing ? BackupSchedule(reader) : nil
    backupPassphraseFile = reader.string(forKey: "backup-passphrase-file")
    hasPublicURL = reader.string(forKey: "public-url") != nil
    let format = reader.string(forKey: "log-format", default: isTerminal ? "human" : "json")
    guard let logFormat = LogFormat(rawValue: format) else {
      throw Failure(description: "--log-format must be human or json, not \"\(format)\".")
    }
    self.logFormat = logFormat
    let level = reader.string(forKey: "log-level", default: "info")
    guard let logLevel = Logger.Level(rawValue: level) else {
      throw Failure(
        description: "--log-level must be trace, debug, info, notice, warning, error or critical, "
          + "not \"\(level)\".")
    }
    self.logLevel = logLevel
  }

  private static func address(
    _ reader: ConfigReader, _ name: String, default text: String
  ) throws(Failure) -> ServerAddress {
    let text = reader.string(forKey: ConfigKey(name), default: text)
    guard let address = ServerAddress(text) else {
      throw Failure(
        description:
          "--\(name) must be an address and a port such as 127.0.0.1:8080, not \"\(text)\".")
    }
    return address
  }

  private static func limits(_ reader: ConfigReader) throws(Failure) -> DeliveryLimits {
    var limits = DeliveryLimits()
    limits.connectionsPerNetwork = try Self.count(reader, "connections-per-address")
    limits.streamsPerOrganization = try Self.count(reader, "streams-per-organization")
    return limits
  }

  private static func count(_ reader: ConfigReader, _ name: String) throws(Failure) -> Int? {
    guard let text = reader.string(forKey: ConfigKey(name)) else { return nil }
    guard let count = Int(text), count > 0 else {
      throw Failure(description: "--\(name) must be a number above 0, not \"\(text)\".")
    }
    return count
  }

  private static func provider(_ name: String, _ values: [String: String]) -> InMemoryProvider {
    let pairs = values.map {
      (AbsoluteConfigKey([$0.key]), ConfigValue(.string($0.value), isSecret: false))
    }
    return InMemoryProvider(name: name, values: Dictionary(uniqueKeysWithValues: pairs))
  }

  /// Reads the settings in a file: a JSON object of strings.
  private static func members(of path: String) throws(Failure) -> [String: String] {
    do {
      return try strings(path)
    } catch let error as FlowError {
      let position = error.position?.pathSuffix ?? ""
      throw Failure(description: "\(path)\(position): \(error.message)")
    } catch let error as InputProblem {
      let position = error.position?.pathSuffix ?? ""
      throw Failure(description: "\(path)\(position): \(error.message)")
    } catch {
      throw error as? Failure ?? Failure(description: "\(path): \(error)")
    }
  }

  private static func strings(_ path: String) throws -> [String: String] {
    var reader = InputReader()
    let root = try reader.readSource(path).root
    try root.requireObject()
    var values: [String: String] = [:]
    for member in root.members {
      guard member.key.string != "config" else {
        throw Failure(
          description: "\(path): A settings file cannot name another one: remove \"config\".")
      }
      guard names.contains(member.key.string) else {
        throw Failure(
          description: "\(path): Unknown setting \"\(member.key.string)\"."
            + EnvironmentCheck.suggestion(
              for: member.key.string, among: Self.names.subtracting(["config"])))
      }
      values[member.key.string] = try member.value.requireString()
    }
    return values
  }
}

extension LogFormat {
  /// The log format for reporting invalid settings, from the options and the environment only.
  static func bootstrap(_ options: some SettingsSource) -> LogFormat {
    let format = options.values["log-format"] ?? System.environment("FLOWMAGIC_LOG_FORMAT")
    let isTerminal = TerminalTraits(System.stderr).isTerminal
    return format.flatMap(LogFormat.init) ?? (isTerminal ? .human : .json)
  }
}
