public import Foundation

/// A release cache in two files that are written alternately and atomically.
///
/// A write replaces the file with the older entry (temporary file, fsync, rename, fsync of the
/// folder), so a crash, a full disk or a corrupt file costs at most the newest entry. Each file
/// is a header with a checksum, followed by one line of JSON:
///
/// ```
/// flowmagic-cache 1 <generation> <SHA-256 of the generation, a line feed and the rest>
/// {"chain":"…","envelope":"…"}
/// ```
public struct FileReleaseCache: ReleaseCache {
  private let directory: String
  /// The largest file that is read, in bytes: more than twice the default maximum size of an
  /// envelope and a chain, because escaping may double both.
  private static let maximumBytes = 40 << 20

  /// Creates a cache in a folder; the folder is created when needed.
  public init(directory: URL) { self.directory = directory.path }

  /// Creates a cache in the app's Application Support folder.
  public init(application: String, environment: String) {
    let folders = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)
    let support = folders.first ?? FileManager.default.temporaryDirectory
    self.init(directory: support.appending(path: "FlowMagic/\(application)/\(environment)"))
  }

  /// Reads both files.
  public func read() -> CacheContents {
    var contents = CacheContents()
    for slot in slots() {
      switch slot.content {
      case .entry(let entry, _): contents.entries.append(entry)
      case .corrupt(let error): contents.problems.append(error)
      case .empty: break
      }
    }
    return contents
  }

  /// Replaces the file that is missing or corrupt, or else the one with the older entry.
  public func write(_ entry: CacheEntry) throws(FlowMagicError) {
    let slots = slots()
    let generation = (slots.first?.content.generation ?? 0) + 1
    guard let target = slots.last else { return }
    let file = CacheFile(entry: entry, generation: generation)
    do throws(DurableFile.Failure) {
      try DurableFile.makeDirectory(directory)
      try DurableFile.replace(target.path, with: file.bytes)
    } catch {
      throw FlowMagicError(
        .cacheNotWritten, "The release is in use but was not cached: \(error).")
    }
  }

  private struct Slot {
    let path: String
    let content: Content
  }

  private enum Content {
    case entry(CacheEntry, generation: Int64)
    case corrupt(FlowMagicError)
    case empty

    var generation: Int64 { if case .entry(_, let generation) = self { generation } else { 0 } }
  }

  /// Both files, newest entry first.
  private func slots() -> [Slot] {
    ["release-b", "release-a"].map { name in
      let path = "\(directory)/\(name)"
      return Slot(path: path, content: content(of: path))
    }.sorted { $0.content.generation > $1.content.generation }
  }

  private func content(of path: String) -> Content {
    do {
      guard let bytes = try DurableFile.read(path, limit: Self.maximumBytes) else { return .empty }
      let file = try CacheFile(parsing: bytes)
      return .entry(file.entry, generation: file.generation)
    } catch {
      return .corrupt(
        FlowMagicError(.corruptCache, "The cached release in \(path) cannot be used: \(error)."))
    }
  }
}
