import Atomics

/// The key of an application's environment.
struct EnvironmentKey: Hashable, Sendable {
  let application: String
  let environment: String

  init(_ application: String, _ environment: String) {
    self.application = application
    self.environment = environment
  }
}

/// An application's environment, with the paths of its release and its stream as bytes.
final class CachedEnvironment: Sendable {
  let application: String
  let environment: String
  let releasePath: [UInt8]
  let streamPath: [UInt8]
  /// The index in the cache's `environments`.
  let index: Int

  init(application: String, environment: String, index: Int) {
    self.application = application
    self.environment = environment
    self.index = index
    let base = "/v1/apps/\(application)/environments/\(environment)"
    releasePath = [UInt8]("\(base)/release".utf8)
    streamPath = [UInt8]("\(base)/stream".utf8)
  }
}

/// An SDK key, which gives access until it is revoked.
final class ActiveKey: Sendable {
  let id: [UInt8]
  /// The id of the organization whose limit the key's streams count against.
  let organization: String
  let environment: CachedEnvironment
  let isRevoked = ManagedAtomic(false)

  init(id: [UInt8], organization: String, environment: CachedEnvironment) {
    self.id = id
    self.organization = organization
    self.environment = environment
  }
}

/// The environments, current releases and active SDK keys, as one value for the fast path.
///
/// Each event loop has its own copy, which it reads without a lock and replaces when
/// `CurrentReleases` has a newer version.
struct ReleaseCache: Sendable {
  /// Increases with each change.
  var version = 0
  private(set) var environments: [CachedEnvironment] = []
  /// The current releases, by environment index.
  private(set) var releases: [LiveRelease?] = []
  private var indexes: [EnvironmentKey: Int] = [:]
  /// The keys by hash; keys with the same hash share a list.
  private var keys: [UInt64: [ActiveKey]] = [:]

  // MARK: Environments and releases

  func environment(_ key: EnvironmentKey) -> CachedEnvironment? {
    indexes[key].map { environments[$0] }
  }

  /// Returns the environment with this key; adds it if there is none.
  mutating func makeEnvironment(_ key: EnvironmentKey) -> CachedEnvironment {
    if let existing = environment(key) { return existing }
    let environment = CachedEnvironment(
      application: key.application, environment: key.environment, index: environments.count)
    indexes[key] = environment.index
    environments.append(environment)
    releases.append(nil)
    return environment
  }

  mutating func put(_ release: LiveRelease, in environment: CachedEnvironment) {
    releases[environment.index] = release
  }

  // MARK: Keys

  /// Returns the active key with this id, which a dot and a part that only apps use may follow; nil
  /// if there is none.
  func key(presented bytes: UnsafeRawBufferPointer) -> ActiveKey? {
    let end = bytes.firstIndex(of: UInt8(ascii: ".")) ?? bytes.count
    let id = UnsafeRawBufferPointer(rebasing: bytes[..<end])
    guard let candidates = keys[Self.hash(id)] else { return nil }
    for candidate in candidates where id.elementsEqual(candidate.id) { return candidate }
    return nil
  }

  func key(presented text: String) -> ActiveKey? {
    var text = text
    return text.withUTF8 { key(presented: UnsafeRawBufferPointer($0)) }
  }

  /// Adds a key unless it exists already; one for another environment is replaced.
  mutating func addKey(
    _ id: String, of organization: String, for environment: CachedEnvironment
  ) {
    if let existing = key(presented: id) {
      guard existing.environment !== environment else { return }
      removeKey(id)
    }
    let active = ActiveKey(
      id: [UInt8](id.utf8), organization: organization, environment: environment)
    keys[active.id.withUnsafeBytes(Self.hash), default: []].append(active)
  }

  /// Revokes a key, whose streams check the flag and end.
  @discardableResult
  mutating func removeKey(_ id: String) -> Bool {
    guard let active = key(presented: id) else { return false }
    active.isRevoked.store(true, ordering: .releasing)
    let hash = active.id.withUnsafeBytes(Self.hash)
    keys[hash]?.removeAll { $0 === active }
    if keys[hash]?.isEmpty == true { keys[hash] = nil }
    return true
  }

  var keyIDs: [String] { keys.values.joined().map { String(decoding: $0.id, as: UTF8.self) } }

  /// The FNV-1a hash.
  ///
  /// The server generates ids from random characters, so nobody can choose colliding ones.
  private static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    return hash
  }
}
