import FlowMagic
import Foundation

/// The command-line options of the shop.
struct ShopOptions {
  enum Command: Equatable { case run, web(port: Int), manifest, flows, snapshots, help }

  /// The server to follow.
  struct Server {
    let url: String
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
      --web PORT           serves browsers on this port, 0 for a free one, and prints the address
      --fresh              neither restores the last session nor saves this one
    shop --manifest                                 prints the manifest of this build
    shop --flows                                    prints the bundled flows
    shop --snapshots                                sends snapshots of its screens to the server;
                                                    outside of production every start does so

    SHOP_SERVER, SHOP_KEY and SHOP_ENVIRONMENT are the defaults of the options.
    """

  private(set) var command = Command.run
  private(set) var server: Server?
  private(set) var context = ShopUser.attributes(of: ProcessInfo.processInfo.environment)
  private(set) var isEphemeral = false

  init(_ arguments: ArraySlice<String>) throws {
    let environment = ProcessInfo.processInfo.environment
    var url = environment["SHOP_SERVER"]
    var key = environment["SHOP_KEY"]
    var environmentName = environment["SHOP_ENVIRONMENT"] ?? "production"
    var remainingArguments = arguments
    while let argument = remainingArguments.popFirst() {
      switch argument {
      case "--help", "-h": command = .help
      case "--manifest": command = .manifest
      case "--flows": command = .flows
      case "--snapshots": command = .snapshots
      case "--web":
        command = .web(port: try Self.port(try Self.value(of: argument, &remainingArguments)))
      case "--fresh": isEphemeral = true
      case "--server": url = try Self.value(of: argument, &remainingArguments)
      case "--key": key = try Self.value(of: argument, &remainingArguments)
      case "--environment": environmentName = try Self.value(of: argument, &remainingArguments)
      case "--set": try setAttribute(try Self.value(of: argument, &remainingArguments))
      default: throw UsageError("Unknown option \(argument). See shop --help.")
      }
    }
    switch (url, key) {
    case (nil, nil): server = nil
    case (let url?, let key?):
      server = Server(url: url, key: key, environment: Name(environmentName))
    default: throw UsageError("Give both --server and --key, or neither.")
    }
  }

  private static func value(
    of option: String, _ remainingArguments: inout ArraySlice<String>
  ) throws -> String {
    guard let value = remainingArguments.popFirst() else {
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

  private mutating func setAttribute(_ pair: String) throws {
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
