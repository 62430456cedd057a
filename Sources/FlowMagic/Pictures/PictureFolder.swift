import Foundation

/// The folder with the files of a `PictureStore`, each named by its hash, in least-recently-used
/// order.
struct PictureFolder {
  private let directory: String
  private var files: [String: StoredFile] = [:]
  private var isRead = false
  /// The number of uses so far, as the counter for `lastUse`.
  private var useCount = 0
  /// The total size of all files, in bytes.
  private(set) var bytes = 0

  private struct StoredFile {
    let size: Int
    /// The counter of the last use; higher is more recent.
    var lastUse: Int
    /// Whether this process has verified the file against its hash.
    var isVerified: Bool
  }

  /// The maximum size of a file that is read, in bytes; a server stores none larger than 2 MiB.
  static let maximumBytes = 4 << 20

  init(_ directory: URL) { self.directory = directory.path }

  var count: Int { files.count }

  func url(_ digest: String) -> URL {
    URL(filePath: directory, directoryHint: .isDirectory).appending(path: digest)
  }

  /// The total size of those files that are stored, in bytes.
  func size(of digests: Set<String>) -> Int {
    digests.reduce(0) { $0 + (files[$1]?.size ?? 0) }
  }

  /// Lists the folder once, and removes partially written files of an earlier process.
  mutating func open() {
    guard !isRead else { return }
    isRead = true
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    var listed: [(name: String, size: Int, date: Date)] = []
    for name in names {
      let path = directory + "/" + name
      guard Self.isDigest(name) else {
        if name.hasSuffix(".new") { DurableFile.remove(path) }
        continue
      }
      let attributes = try? FileManager.default.attributesOfItem(atPath: path)
      guard let size = attributes?[.size] as? Int else { continue }
      listed.append((name, size, attributes?[.modificationDate] as? Date ?? .distantPast))
    }
    for file in listed.sorted(by: { $0.date < $1.date }) {
      useCount += 1
      files[file.name] = StoredFile(size: file.size, lastUse: useCount, isVerified: false)
      bytes += file.size
    }
  }

  /// Marks a file as used, if it exists and its bytes match its hash.
  ///
  /// The hash is verified once per process. A file that the system has removed since then is
  /// forgotten.
  ///
  /// - Returns: Whether there is such a file.
  mutating func use(_ digest: String, hash: ([UInt8]) -> String) -> Bool {
    guard let file = files[digest] else { return false }
    if file.isVerified, FileManager.default.fileExists(atPath: url(digest).path) {
      touch(digest)
      return true
    }
    return read(digest, hash: hash) != nil
  }

  /// The bytes of a file, verified against its hash; if they cannot be read or do not match, nil,
  /// and the file is removed.
  mutating func read(_ digest: String, hash: ([UInt8]) -> String) -> [UInt8]? {
    guard files[digest] != nil else { return nil }
    let contents = try? DurableFile.read(url(digest).path, limit: Self.maximumBytes)
    guard let bytes = contents ?? nil, hash(bytes) == digest else {
      remove(digest)
      return nil
    }
    files[digest]?.isVerified = true
    touch(digest)
    return bytes
  }

  /// Writes a file whose bytes have this hash, and evicts others to stay within the budget.
  ///
  /// - Parameters:
  ///   - body: The bytes.
  ///   - digest: Their SHA-256.
  ///   - needed: The files that are removed last.
  ///   - budget: The maximum total size of all files, in bytes.
  /// - Throws: Errors of the file system.
  mutating func write(
    _ body: [UInt8], _ digest: String, needed: Set<String>, budget: Int
  ) throws(DurableFile.Failure) {
    try DurableFile.makeDirectory(directory)
    try DurableFile.replace(url(digest).path, with: body)
    if let old = files[digest] { bytes -= old.size }
    useCount += 1
    files[digest] = StoredFile(size: body.count, lastUse: useCount, isVerified: true)
    bytes += body.count
    evict(toFit: budget, keeping: needed, except: digest)
  }

  /// Removes the least recently used files, needed ones last, until the rest is within the budget.
  mutating func evict(
    toFit budget: Int, keeping needed: Set<String>, except digest: String? = nil
  ) {
    guard bytes > budget else { return }
    let order = files.keys.filter { $0 != digest }.sorted { left, right in
      let isLeftNeeded = needed.contains(left)
      guard isLeftNeeded == needed.contains(right) else { return !isLeftNeeded }
      return (files[left]?.lastUse ?? 0) < (files[right]?.lastUse ?? 0)
    }
    for digest in order where bytes > budget { remove(digest) }
  }

  mutating func removeAll() {
    for digest in files.keys { remove(digest) }
  }

  private mutating func remove(_ digest: String) {
    DurableFile.remove(url(digest).path)
    bytes -= files.removeValue(forKey: digest)?.size ?? 0
  }

  /// Updates the file's modification date, from which the next process derives the order.
  private mutating func touch(_ digest: String) {
    useCount += 1
    files[digest]?.lastUse = useCount
    try? FileManager.default.setAttributes(
      [.modificationDate: Date()], ofItemAtPath: url(digest).path)
  }

  private static func isDigest(_ name: String) -> Bool {
    name.utf8.count == 64
      && name.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}
