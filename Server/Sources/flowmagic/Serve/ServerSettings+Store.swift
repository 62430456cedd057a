import FlowServer
import FlowStore

extension ServerSettings {
  /// The control socket of the store's server; nil for an in-memory store.
  var controlSocket: ControlSocket? {
    (try? Stores.path(of: store)).map { ControlSocket(store: $0) }
  }

  /// The listener for operator commands.
  var controlListener: ControlListener? {
    controlSocket.map {
      ControlListener($0, operations: OperatorOperation.all(site.mode))
    }
  }

  /// Throws an error with the correct form if the store's URL is not `sqlite:PATH`.
  static func checkStore(_ store: String) throws(Failure) {
    let scheme = store.prefix { $0 != ":" }
    let example = "write --store sqlite:flowmagic.db"
    switch scheme.lowercased() {
    case "sqlite":
      if store.hasSuffix(":memory:") { return }
      do throws(StoreError) {
        _ = try Stores.path(of: store)
      } catch {
        throw Failure(description: "--store: \(error.message)")
      }
    // NB: such a URL often contains a password, so it is not repeated.
    case "postgres", "postgresql", "mysql":
      throw Failure(
        description: "--store: FlowMagic stores its data in a file and does not support "
          + "\(scheme.lowercased()) yet: \(example).")
    case _ where store.contains("://"):
      throw Failure(
        description: "--store: \(scheme)://… is not a file on this machine: \(example).")
    default:
      throw Failure(
        description: store.isEmpty
          ? "--store is empty: \(example)."
          : "--store: \"\(store)\" is not the URL of a store: write "
            + "--store sqlite:\(store).")
    }
  }

  /// Returns the default folder of the keys: `flowmagic.db.keys` for `sqlite:flowmagic.db`.
  static func keyFolder(beside store: String) throws(Failure) -> String {
    guard !store.hasSuffix(":memory:") else {
      throw Failure(description: "--keys is required because the store is not a file.")
    }
    var path = store.dropFirst("sqlite:".count)
    if path.hasPrefix("///") { path = path.dropFirst(2) }
    return "\(path).keys"
  }
}
