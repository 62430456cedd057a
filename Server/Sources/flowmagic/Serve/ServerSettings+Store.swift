import FlowServer
import FlowStore

extension ServerSettings {
  /// The socket over which commands ask the server that runs on the store; nil for one in memory.
  var controlSocket: ControlSocket? {
    (try? Stores.path(of: store)).map { ControlSocket(store: $0) }
  }

  /// The listener for the commands' requests to the server.
  var controlListener: ControlListener? {
    controlSocket.map {
      ControlListener($0, operations: OperatorOperation.all(site.mode))
    }
  }

  /// Says what to write where a store is named in another way than `sqlite:PATH`.
  static func checkStore(_ store: String) throws(Invalid) {
    let scheme = store.prefix { $0 != ":" }
    let example = "write --store sqlite:flowmagic.db"
    switch scheme.lowercased() {
    case "sqlite": return
    // NB: such a URL often holds a password, so it is not repeated.
    case "postgres", "postgresql", "mysql":
      throw Invalid(
        description: "--store: FlowMagic keeps everything in a file and has no support for "
          + "\(scheme.lowercased()) yet: \(example).")
    case _ where store.contains("://"):
      throw Invalid(
        description: "--store: \(scheme)://… is not a file on this machine: \(example).")
    default:
      throw Invalid(
        description: store.isEmpty
          ? "--store is empty: \(example)."
          : "--store: \"\(store)\" does not say what kind of store it is: write "
            + "--store sqlite:\(store).")
    }
  }

  /// `flowmagic.db.keys` for `sqlite:flowmagic.db`.
  static func keyFolder(beside store: String) throws(Invalid) -> String {
    guard !store.hasSuffix(":memory:") else {
      throw Invalid(description: "--keys is required because the store is not a file.")
    }
    var path = store.dropFirst("sqlite:".count)
    if path.hasPrefix("///") { path = path.dropFirst(2) }
    return "\(path).keys"
  }
}
