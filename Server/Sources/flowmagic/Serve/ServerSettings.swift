import Accounts
import Configuration
import FlowCore
import FlowServer
import FlowStore
import Logging

/// The server's settings: from options, then environment variables, then a file, then as built in.
struct ServerSettings {
  /// A setting that cannot be used, in a sentence.
  struct Mistake: Error, CustomStringConvertible {
    let description: String
  }

  let address: ServerAddress
  let store: String
  let keys: String
  let site: SiteSettings
  /// Whether it was said where people reach the server.
  private let isPublic: Bool
  let logFormat: LogFormat
  let logLevel: Logger.Level

  /// Every setting with what is used, for the log at the start; none is a secret.
  var shown: [(String, String)] {
    [
      ("bind", address.description), ("store", shownStore), ("keys", keys),
      ("public-url", isPublic ? site.publicURL : "the address"),
      ("registration", site.registration.rawValue),
      ("second-factor", site.requiresSecondFactor ? "required" : "optional"),
      ("mail-server", site.mail?.description ?? "none"),
      ("trusted-proxies", "\(site.trustedProxies)"), ("mode", site.mode.rawValue),
      ("portal", site.portal ?? "in the program"),
      ("providers", site.providers.map(\.id).joined(separator: ", ")),
      ("log-format", logFormat.rawValue), ("log-level", logLevel.rawValue),
    ]
  }

  /// The store without a database's user and password.
  var shownStore: String {
    guard let scheme = store.firstRange(of: "://"), let at = store.lastIndex(of: "@"),
      scheme.upperBound <= at
    else { return store }
    return store[..<scheme.upperBound] + "…" + store[at...]
  }

  static let names: Set<String> = [
    "bind", "store", "keys", "public-url", "registration", "second-factor", "mail-server",
    "mail-from", "trusted-proxies", "providers", "mode", "portal",
    "log-format", "log-level", "config",
  ]

  init(_ options: ServerOptions) throws(Mistake) {
    try self.init(
      options.given, EnvironmentVariablesProvider(),
      isTerminal: TerminalTraits(System.errors).isTerminal)
  }

  init(
    _ options: [String: String], _ environment: EnvironmentVariablesProvider, isTerminal: Bool
  ) throws(Mistake) {
    let flags = Self.provider("options", options)
    let variables = environment.prefixKeys(with: "flowmagic")
    let first = ConfigReader(providers: [flags, variables])
    var providers: [any ConfigProvider] = [flags, variables]
    if let path = first.string(forKey: "config") {
      providers.append(Self.provider("file", try Self.members(of: path)))
    }
    let reader = ConfigReader(providers: providers)

    let bind = reader.string(forKey: "bind", default: "127.0.0.1:8080")
    guard let address = ServerAddress(bind) else {
      throw Mistake(
        description: "--bind must be an address and a port such as 127.0.0.1:8080, not \"\(bind)\"."
      )
    }
    self.address = address
    store = reader.string(forKey: "store", default: "sqlite:flowmagic.db")
    if let keys = reader.string(forKey: "keys") {
      self.keys = keys
    } else {
      keys = try Self.keyFolder(beside: store)
    }
    site = try SiteSettings(reader, address)
    isPublic = reader.string(forKey: "public-url") != nil
    let format = reader.string(forKey: "log-format", default: isTerminal ? "human" : "json")
    guard let logFormat = LogFormat(rawValue: format) else {
      throw Mistake(description: "--log-format must be human or json, not \"\(format)\".")
    }
    self.logFormat = logFormat
    let level = reader.string(forKey: "log-level", default: "info")
    guard let logLevel = Logger.Level(rawValue: level) else {
      throw Mistake(
        description: "--log-level must be trace, debug, info, notice, warning, error or critical, "
          + "not \"\(level)\".")
    }
    self.logLevel = logLevel
  }

  /// `flowmagic.db.keys` for `sqlite:flowmagic.db`.
  static func keyFolder(beside store: String) throws(Mistake) -> String {
    guard store.lowercased().hasPrefix("sqlite:"), !store.hasSuffix(":memory:") else {
      throw Mistake(
        description: "The signing keys need a folder: say which with --keys, because the store is "
          + "no file.")
    }
    var path = store.dropFirst("sqlite:".count)
    if path.hasPrefix("///") { path = path.dropFirst(2) }
    return "\(path).keys"
  }

  private static func provider(_ name: String, _ values: [String: String]) -> InMemoryProvider {
    let pairs = values.map {
      (AbsoluteConfigKey([$0.key]), ConfigValue(.string($0.value), isSecret: false))
    }
    return InMemoryProvider(name: name, values: Dictionary(uniqueKeysWithValues: pairs))
  }

  /// The settings in a file: an object of texts.
  private static func members(of path: String) throws(Mistake) -> [String: String] {
    do {
      return try texts(path)
    } catch let error as FlowError {
      let place = error.position.map { ":\($0.line):\($0.column)" } ?? ""
      throw Mistake(description: "\(path)\(place): \(error.message)")
    } catch let error as InputProblem {
      let place = error.position.map { ":\($0.line):\($0.column)" } ?? ""
      throw Mistake(description: "\(path)\(place): \(error.message)")
    } catch {
      throw error as? Mistake ?? Mistake(description: "\(path): \(error)")
    }
  }

  private static func texts(_ path: String) throws -> [String: String] {
    var reader = InputReader()
    let root = try reader.source(path).root
    try root.requireObject()
    var values: [String: String] = [:]
    for member in root.members {
      guard names.contains(member.key.string), member.key.string != "config" else {
        throw Mistake(
          description: "\(path) has the setting \"\(member.key.string)\", which there is not.")
      }
      values[member.key.string] = try member.value.requireString()
    }
    return values
  }
}
