import FlowMagic
import Foundation

/// The command-line options of the shop.
struct ShopOptions {
  enum Task: Equatable { case run, web(port: Int), manifest, flows, pictures, help }

  /// The server to follow.
  struct Server {
    let address: String
    let key: String
    let environment: Name
  }

  /// An invalid command line.
  struct UsageError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
  }

  static let help = """
    The shop: a sample app on FlowMagic for the terminal and for browsers.

    shop                                            runs with the bundled flows
    shop --server http://127.0.0.1:8080 --key pk_…  follows a server
      --environment NAME   the environment whose releases to follow (default: production)
      --set NAME=VALUE     sets an attribute, such as country=DE; may be repeated. Language and
                           country default to those of the terminal
      --web PORT           runs in browsers at this port, 0 for a free one, and prints the address
      --fresh              neither restores the last session nor saves this one
    shop --manifest                                 prints the manifest of this build
    shop --flows                                    prints the bundled flows
    shop --pictures                                 sends the pictures of its screens to the server;
                                                    outside of production every start does so

    SHOP_SERVER, SHOP_KEY and SHOP_ENVIRONMENT are the defaults of the options.
    """

  private(set) var task = Task.run
  private(set) var server: Server?
  private(set) var context = ShopUser.attributes(of: ProcessInfo.processInfo.environment)
  private(set) var isFresh = false

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
      case "--web": task = .web(port: try Self.port(try Self.value(of: argument, &rest)))
      case "--fresh": isFresh = true
      case "--server": address = try Self.value(of: argument, &rest)
      case "--key": key = try Self.value(of: argument, &rest)
      case "--environment": name = try Self.value(of: argument, &rest)
      case "--set": try set(try Self.value(of: argument, &rest))
      default: throw UsageError("Unknown option \(argument). See shop --help.")
      }
    }
    switch (address, key) {
    case (nil, nil): server = nil
    case (let address?, let key?):
      server = Server(address: address, key: key, environment: Name(name))
    default: throw UsageError("Give both --server and --key, or neither.")
    }
  }

  private static func value(of option: String, _ rest: inout ArraySlice<String>) throws -> String {
    guard let value = rest.popFirst() else {
      throw UsageError("The option \(option) needs a value.")
    }
    return value
  }

  private static func port(_ text: String) throws -> Int {
    guard let port = UInt16(text) else {
      throw UsageError("The option --web needs a port from 0 to 65535, not \"\(text)\".")
    }
    return Int(port)
  }

  private mutating func set(_ pair: String) throws {
    let parts = pair.split(separator: "=", maxSplits: 1)
    guard parts.count == 2 else {
      throw UsageError("The option --set needs NAME=VALUE, not \"\(pair)\".")
    }
    context[Name(String(parts[0]))] = .string(String(parts[1]))
  }
}

extension ShopOptions {
  /// The state's file without a server; with one, the SDK chooses the file.
  static var stateFile: URL {
    FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)[0]
      .appending(path: "shop/session.json")
  }
}
