import FlowMagic
import Foundation

/// What the shop was started with.
struct ShopOptions {
  enum Task { case run, manifest, flows, help }

  /// How to reach a server.
  struct Connection {
    let server: URL
    let key: SDKKey
    let environment: Name
  }

  /// A wrong command line, in a sentence.
  struct Mistake: Error {
    let sentence: String
    init(_ sentence: String) { self.sentence = sentence }
  }

  static let help = """
    The shop, an app on FlowMagic, in a terminal.

    shop                                          alone, with the flows compiled into it
    shop --server http://127.0.0.1:8080 --key pk_…  following a server
      --environment NAME   which releases to follow (production)
      --set NAME=VALUE     an attribute of yours, such as country=DE; may be repeated. Without it
                           the terminal says your language and country
      --fresh              forget where you were last time
    shop --manifest                               prints what this build declares
    shop --flows                                  prints the flows compiled into it

    SHOP_SERVER, SHOP_KEY and SHOP_ENVIRONMENT say the same as the options.
    """

  private(set) var task = Task.run
  private(set) var connection: Connection?
  private(set) var context = ShopPerson.attributes(of: ProcessInfo.processInfo.environment)
  private var isFresh = false

  init(_ arguments: ArraySlice<String>) throws {
    let environment = ProcessInfo.processInfo.environment
    var server = environment["SHOP_SERVER"]
    var key = environment["SHOP_KEY"]
    var name = environment["SHOP_ENVIRONMENT"] ?? "production"
    var rest = arguments
    while let argument = rest.popFirst() {
      switch argument {
      case "--help", "-h": task = .help
      case "--manifest": task = .manifest
      case "--flows": task = .flows
      case "--fresh": isFresh = true
      case "--server": server = try Self.value(of: argument, &rest)
      case "--key": key = try Self.value(of: argument, &rest)
      case "--environment": name = try Self.value(of: argument, &rest)
      case "--set": try set(try Self.value(of: argument, &rest))
      default: throw Mistake("There is no option \(argument); shop --help lists them.")
      }
    }
    if context["userId"] == nil { context["userId"] = .string(Self.device()) }
    connection = try Self.connection(server, key, name)
  }

  private static func value(of option: String, _ rest: inout ArraySlice<String>) throws -> String {
    guard let value = rest.popFirst() else { throw Mistake("\(option) needs a value behind it.") }
    return value
  }

  private mutating func set(_ pair: String) throws {
    let parts = pair.split(separator: "=", maxSplits: 1)
    guard parts.count == 2 else { throw Mistake("--set takes NAME=VALUE, not \"\(pair)\".") }
    context[Name(String(parts[0]))] = .string(String(parts[1]))
  }

  private static func connection(
    _ server: String?, _ key: String?, _ environment: String
  ) throws -> Connection? {
    switch (server, key) {
    case (nil, nil): return nil
    case (let server?, let key?):
      guard let url = URL(string: server), url.scheme?.hasPrefix("http") == true else {
        throw Mistake("\"\(server)\" is no address such as http://127.0.0.1:8080.")
      }
      return Connection(
        server: url, key: try SDKKey(parsing: key), environment: Name(environment))
    default: throw Mistake("A server needs a key, and a key needs a server: give both or none.")
    }
  }
}

// MARK: - What stays on the device

extension ShopOptions {
  private static var folder: URL {
    let base = ProcessInfo.processInfo.environment["XDG_STATE_HOME"].map { URL(filePath: $0) }
    return (base ?? FileManager.default.homeDirectoryForCurrentUser.appending(path: ".local/state"))
      .appending(path: "flowmagic-shop")
  }

  /// An id of this device, so that its person stays in the same variant of an experiment.
  private static func device() -> String {
    let file = folder.appending(path: "device")
    if let known = try? String(contentsOf: file, encoding: .utf8) { return known }
    let id = UUID().uuidString
    // What people typed is kept here too, so nobody else may look.
    try? FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try? Data(id.utf8).write(to: file, options: .atomic)
    return id
  }

  /// Where the person was when they left, if they were somewhere.
  func saved() -> JSON? {
    guard !isFresh, let bytes = try? Data(contentsOf: Self.folder.appending(path: "session.json"))
    else { return nil }
    return try? JSON(parsing: [UInt8](bytes))
  }

  func save(_ state: NavigatorState) {
    let file = Self.folder.appending(path: "session.json")
    guard let saved = state.saved, state.outcome == nil else {
      try? FileManager.default.removeItem(at: file)
      return
    }
    try? Data(saved.utf8(.canonical)).write(to: file, options: .atomic)
  }
}
