public import Foundation

/// Keeps releases in two files that are written in turn, each whole or not at all.
///
/// A write goes to the file with the older entry (temporary file, fsync, rename, fsync of the
/// folder), so a crash, a full disk or a damaged file costs at most the newest entry. Each file
/// holds one line of JSON behind its checksum:
///
/// ```
/// flowmagic-cache 1 <generation> <SHA-256 of the rest>
/// {"chain":"…","envelope":"…","newest":{"digest":"…","issued":1000,"number":7}}
/// ```
public struct FileReleaseCache: ReleaseCache {
  private let directory: String
  /// The longest file that is read: an envelope and a chain at their limits.
  private static let maximumBytes = 40 << 20

  /// Keeps releases in a folder, which is made when it is needed.
  public init(directory: URL) { self.directory = directory.path }

  /// Keeps releases where the system wants an app's own data.
  public init(application: String, environment: String) {
    let folders = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)
    let support = folders.first ?? FileManager.default.temporaryDirectory
    self.init(directory: support.appending(path: "FlowMagic/\(application)/\(environment)"))
  }

  /// What the files hold.
  public func read() -> CacheContents {
    var contents = CacheContents()
    for slot in slots() {
      switch slot.reading {
      case .entry(let entry, _): contents.entries.append(entry)
      case .damaged(let error): contents.problems.append(error)
      case .empty: break
      }
    }
    return contents
  }

  /// Writes over the file with the older, missing or damaged entry.
  public func write(_ entry: CacheEntry) throws(FlowMagicError) {
    let slots = slots()
    let generation = (slots.first?.reading.generation ?? 0) + 1
    guard let target = slots.last else { return }
    let file = CacheFile(entry: entry, generation: generation)
    do throws(DurableFile.Failure) {
      try DurableFile.makeDirectory(directory)
      try DurableFile.replace(target.path, with: file.bytes)
    } catch {
      throw FlowMagicError(
        .cacheNotWritten, "Release \(entry.newest.number) is in use but not kept: \(error).")
    }
  }

  private struct Slot {
    let path: String
    let reading: Reading
  }

  private enum Reading {
    case entry(CacheEntry, generation: Int)
    case damaged(FlowMagicError)
    case empty

    var generation: Int { if case .entry(_, let generation) = self { generation } else { 0 } }
  }

  /// Both files, the one with the newest entry first.
  private func slots() -> [Slot] {
    ["release-b", "release-a"].map { name in
      let path = "\(directory)/\(name)"
      return Slot(path: path, reading: reading(of: path))
    }.sorted { $0.reading.generation > $1.reading.generation }
  }

  private func reading(of path: String) -> Reading {
    do {
      guard let bytes = try DurableFile.read(path, limit: Self.maximumBytes) else { return .empty }
      let file = try CacheFile(parsing: bytes)
      return .entry(file.entry, generation: file.generation)
    } catch {
      return .damaged(
        FlowMagicError(.damagedCache, "The kept release in \(path) is left alone: \(error)."))
    }
  }
}
