package import Foundation

/// The offline cache: the latest responses to the user's GET requests.
///
/// The files are in one folder, each with the target, the time and the response. The least recently
/// stored are removed if there are more than `capacity`. A damaged file counts as missing.
package actor ResponseCache {
  /// A response and when it was received, in seconds since 1970.
  package struct Entry: Codable, Sendable, Equatable {
    package var target: String
    package var at: Int64
    package var body: [UInt8]
  }

  private let folder: URL
  private let capacity: Int
  private let maximumBytes: Int
  private let now: @Sendable () -> Int64
  /// The files' names in the order in which they were stored, the latest last; nil until the folder
  /// is read.
  private var fileNames: [String]?
  /// Changes when the cache is cleared, so that responses to earlier requests are not stored.
  private(set) var generation = 0

  /// Creates a cache.
  ///
  /// - Parameters:
  ///   - folder: A folder for the cache alone; created when it is needed.
  ///   - capacity: The number of responses that are kept.
  ///   - maximumBytes: The size in bytes above which a response is not kept.
  ///   - now: The clock, in seconds since 1970.
  package init(
    folder: URL, capacity: Int = 200, maximumBytes: Int = 1 << 20,
    now: @escaping @Sendable () -> Int64
  ) {
    self.folder = folder
    self.capacity = capacity
    self.maximumBytes = maximumBytes
    self.now = now
  }

  /// Stores a response that was requested when the cache had this generation.
  func store(_ body: [UInt8], _ target: String, _ generation: Int) {
    guard generation == self.generation, body.count <= maximumBytes else { return }
    var names = storedNames()
    let name = Self.fileName(for: target)
    let entry = Entry(target: target, at: now(), body: body)
    guard let data = try? PropertyListEncoder.binary.encode(entry) else { return }
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // A full disk only means that less can be read offline.
    guard (try? data.write(to: folder.appendingPathComponent(name), options: .atomic)) != nil
    else { return }
    names.removeAll { $0 == name }
    names.append(name)
    while names.count > capacity {
      try? FileManager.default.removeItem(at: folder.appendingPathComponent(names.removeFirst()))
    }
    fileNames = names
  }

  /// Returns the cached response for a target.
  func entry(_ target: String) -> Entry? {
    let file = folder.appendingPathComponent(Self.fileName(for: target))
    guard let data = try? Data(contentsOf: file),
      let entry = try? PropertyListDecoder().decode(Entry.self, from: data),
      entry.target == target
    else { return nil }
    return entry
  }

  /// Removes everything, for example because another user signs in.
  package func removeAll() {
    generation += 1
    try? FileManager.default.removeItem(at: folder)
    fileNames = []
  }

  /// Returns the names of the files, the least recently stored first.
  private func storedNames() -> [String] {
    if let fileNames { return fileNames }
    let files =
      (try? FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: [.contentModificationDateKey])) ?? []
    let datedNames = files.map { file in
      let values = try? file.resourceValues(forKeys: [.contentModificationDateKey])
      return (file.lastPathComponent, values?.contentModificationDate ?? .distantPast)
    }
    return datedNames.sorted { $0.1 < $1.1 }.map(\.0)
  }

  /// Returns a file name for a target: FNV-1a in 64 bits.
  ///
  /// A collision costs an entry, because the target is compared.
  private static func fileName(for target: String) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in target.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return String(hash, radix: 16)
  }
}

extension PropertyListEncoder {
  fileprivate static var binary: PropertyListEncoder {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    return encoder
  }
}
