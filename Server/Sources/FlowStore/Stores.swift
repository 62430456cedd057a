/// Opens the store at a URL.
public enum Stores {
  /// Opens `sqlite:PATH`, or `sqlite::memory:` for an in-memory store.
  ///
  /// A path that does not start with `/` is relative to the process's working directory. Quotas are
  /// checked when records are added. Throws `unavailable` for any other URL, and errors of opening
  /// the store.
  public static func open(
    _ url: String, quotas: Quotas = .none
  ) async throws(StoreError) -> any Store {
    guard let colon = url.firstIndex(of: ":") else {
      throw StoreError(
        .unavailable, "\"\(url)\" is not the URL of a store: write sqlite:\(url).")
    }
    switch url[..<colon].lowercased() {
    case "sqlite": return try sqlite(String(url[url.index(after: colon)...]), quotas)
    case "postgres", "postgresql":
      // NB: such a URL often contains a password, so it is not repeated.
      throw StoreError(
        .unavailable, "PostgreSQL is not supported yet: use a file, as in sqlite:flowmagic.db.")
    default:
      throw StoreError(
        .unavailable,
        "There is no store of the kind \"\(url[..<colon])\": use a file, as in "
          + "sqlite:flowmagic.db.")
    }
  }

  /// Returns the path of a store's file.
  ///
  /// - Throws: `unavailable` for an in-memory store, and for URLs that `open` does not support.
  public static func path(of url: String) throws(StoreError) -> String {
    guard url.lowercased().hasPrefix("sqlite:"), !url.hasSuffix(":memory:") else {
      throw StoreError(
        .unavailable, "This needs a store in a file: write --store sqlite:flowmagic.db.")
    }
    return try path(String(url.dropFirst("sqlite:".count)))
  }

  private static func sqlite(
    _ path: String, _ quotas: Quotas
  ) throws(StoreError) -> SQLiteStore {
    if path == ":memory:" { return try SQLiteStore(inMemory: (), quotas: quotas) }
    return try SQLiteStore(path: try self.path(path), schema: .current, quotas: quotas)
  }

  private static func path(_ path: String) throws(StoreError) -> String {
    guard !["", "//"].contains(path) else {
      throw StoreError(.unavailable, "The store's URL names no file: write sqlite:flowmagic.db.")
    }
    // As in a URL: an empty host, then the path.
    if path.hasPrefix("///") { return String(path.dropFirst(2)) }
    guard !path.hasPrefix("//") else {
      throw StoreError(
        .unavailable,
        "A SQLite store is a file on this machine: write sqlite:\(path.dropFirst(2)) without //.")
    }
    return path
  }
}
