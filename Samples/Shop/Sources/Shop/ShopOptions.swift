import FlowMagic
import Foundation

/// The command-line options of the shop.
struct ShopOptions {
  enum Task { case run, manifest, flows, pictures, help }

  /// The server to follow.
  struct Server {
    let url: URL
    let key: SDKKey
    let environment: Name
  }

  /// An invalid command line.
  struct UsageError: Error {
    let message: String
    init(_ message: String) { self.message = message }
  }

  static let help = """
    The shop: a sample app on FlowMagic for the terminal.

    shop                                            runs with the flows compiled into it
    shop --server http://127.0.0.1:8080 --key pk_…  follows a server
      --environment NAME   the environment whose releases to follow (default: production)
      --set NAME=VALUE     sets an attribute, such as country=DE; may be repeated. Language and
                           country default to those of the terminal
      --fresh              starts without restoring the last session
    shop --manifest                                 prints the manifest of this build
    shop --flows                                    prints the flows compiled into it
    shop --pictures                                 sends the pictures of its screens to the server;
                                                    outside of production every start does so

    SHOP_SERVER, SHOP_KEY and SHOP_ENVIRONMENT are the defaults of the options.
    """

  private(set) var task = Task.run
  private(set) var server: Server?
  private(set) var context = ShopUser.attributes(of: ProcessInfo.processInfo.environment)
  private var isFresh = false

  init(_ arguments: ArraySlice<String>) throws {
    let environment = ProcessInfo.processInfo.environment
    var address = environment["SHOP_SERVER"]
    var key = environment["SHOP_KEY"]
    var name = environment["SHOP_ENVIRONMENT"] ?? "production"
    var rest = arguments
    while let argument = rest.popFirst() {
      switch argument {
      case "--help", "-h": task = .help
      case "--manifest": task = .manifest
      case "--flows": task = .flows
      case "--pictures": task = .pictures
      case "--fresh": isFresh = true
      case "--server": address = try Self.value(of: argument, &rest)
      case "--key": key = try Self.value(of: argument, &rest)
      case "--environment": name = try Self.value(of: argument, &rest)
      case "--set": try set(try Self.value(of: argument, &rest))
      default: throw UsageError("Unknown option \(argument). See shop --help.")
      }
    }
    if context["userId"] == nil { context["userId"] = .string(Self.device()) }
    server = try Self.server(address, key, name)
  }

  private static func value(of option: String, _ rest: inout ArraySlice<String>) throws -> String {
    guard let value = rest.popFirst() else {
      throw UsageError("The option \(option) needs a value.")
    }
    return value
  }

  private mutating func set(_ pair: String) throws {
    let parts = pair.split(separator: "=", maxSplits: 1)
    guard parts.count == 2 else {
      throw UsageError("The option --set needs NAME=VALUE, not \"\(pair)\".")
    }
    context[Name(String(parts[0]))] = .string(String(parts[1]))
  }

  private static func server(
    _ address: String?, _ key: String?, _ environment: String
  ) throws -> Server? {
    switch (address, key) {
    case (nil, nil): return nil
    case (let address?, let key?):
      guard let url = URL(string: address), url.scheme?.hasPrefix("http") == true else {
        throw UsageError("\"\(address)\" is not an address such as http://127.0.0.1:8080.")
      }
      return Server(
        url: url, key: try SDKKey(parsing: key), environment: Name(environment))
    default: throw UsageError("Give both --server and --key, or neither.")
    }
  }
}

// MARK: - Files on the device

extension ShopOptions {
  private static var folder: URL {
    let base = ProcessInfo.processInfo.environment["XDG_STATE_HOME"].map { URL(filePath: $0) }
    return (base ?? FileManager.default.homeDirectoryForCurrentUser.appending(path: ".local/state"))
      .appending(path: "flowmagic-shop")
  }

  /// The id of this device, so that its user always gets the same variant of an experiment.
  private static func device() -> String {
    let file = folder.appending(path: "device")
    if let known = try? String(contentsOf: file, encoding: .utf8) { return known }
    let id = UUID().uuidString
    // The folder also stores what the user typed, so other users must not read it.
    try? FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try? Data(id.utf8).write(to: file, options: .atomic)
    return id
  }

  /// The saved state of the last launch, if there is one.
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
