import Atomics

/// One application's environment: where its hot paths are.
final class Place: Sendable {
  let application: String
  let environment: String
  let releasePath: [UInt8]
  let streamPath: [UInt8]
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

/// A publishable key that is in force, and how many streams were opened with it.
final class KeyUse: Sendable {
  let id: [UInt8]
  let place: Place
  let streams = ManagedAtomic(0)
  let isRevoked = ManagedAtomic(false)

  init(id: [UInt8], place: Place) {
    self.id = id
    self.place = place
  }
}

/// Everything a hot answer is made from, as one value: each event loop has its own copy, which it
/// reads without a lock, and fetches anew when the hub's version is another.
struct Shelf: Sendable {
  var version = 0
  private(set) var places: [Place] = []
  /// What is live, by the place's index.
  private(set) var releases: [LiveRelease?] = []
  private var placeIndexes: [PlaceName: Int] = [:]
  /// By hash; keys that share one stand beside each other.
  private var keys: [UInt64: [KeyUse]] = [:]

  private struct PlaceName: Hashable {
    let application: String
    let environment: String
  }

  // MARK: Places and releases

  func place(_ application: String, _ environment: String) -> Place? {
    placeIndexes[PlaceName(application: application, environment: environment)].map { places[$0] }
  }

  mutating func makePlace(_ application: String, _ environment: String) -> Place {
    if let place = place(application, environment) { return place }
    let place = Place(application: application, environment: environment, index: places.count)
    placeIndexes[PlaceName(application: application, environment: environment)] = place.index
    places.append(place)
    releases.append(nil)
    return place
  }

  mutating func put(_ release: LiveRelease, at place: Place) { releases[place.index] = release }

  // MARK: Keys

  /// The key with this id; the part of an SDK key behind its point is the app's business.
  func key(presented bytes: UnsafeRawBufferPointer) -> KeyUse? {
    let end = bytes.firstIndex(of: UInt8(ascii: ".")) ?? bytes.count
    let id = UnsafeRawBufferPointer(rebasing: bytes[..<end])
    guard let candidates = keys[Self.hash(id)] else { return nil }
    for candidate in candidates where id.elementsEqual(candidate.id) { return candidate }
    return nil
  }

  func key(presented text: String) -> KeyUse? {
    var text = text
    return text.withUTF8 { key(presented: UnsafeRawBufferPointer($0)) }
  }

  /// Adds a key unless it is there for the same place.
  mutating func addKey(_ id: String, at place: Place) {
    if let known = key(presented: id) {
      guard known.place !== place else { return }
      removeKey(id)
    }
    let use = KeyUse(id: [UInt8](id.utf8), place: place)
    keys[use.id.withUnsafeBytes(Self.hash), default: []].append(use)
  }

  /// Ends a key: its streams see it marked.
  @discardableResult
  mutating func removeKey(_ id: String) -> Bool {
    guard let use = key(presented: id) else { return false }
    use.isRevoked.store(true, ordering: .releasing)
    let hash = use.id.withUnsafeBytes(Self.hash)
    keys[hash]?.removeAll { $0 === use }
    if keys[hash]?.isEmpty == true { keys[hash] = nil }
    return true
  }

  var keyIDs: [String] { keys.values.joined().map { String(decoding: $0.id, as: UTF8.self) } }

  /// The FNV-1a hash.
  ///
  /// Ids are made by the server from random letters, so nobody can choose collisions.
  private static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    return hash
  }
}
