#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The version of a file, by which one that was replaced or modified is recognized.
struct FileStamp: Hashable, Sendable {
  let device: UInt64
  let inode: UInt64
  let size: Int
  /// The modification time, in nanoseconds since 1970.
  let modified: Int

  /// Reads the version of the file at a path, following symbolic links; nil if it does not exist or
  /// is not a regular file.
  init?(path: String) {
    var info = stat()
    guard !path.utf8.contains(0), stat(path, &info) == 0 else { return nil }
    self.init(info)
  }

  /// Reads the version of an open file; nil if it is not a regular file.
  init?(descriptor: Int32) {
    var info = stat()
    guard fstat(descriptor, &info) == 0 else { return nil }
    self.init(info)
  }

  private init?(_ info: stat) {
    guard info.st_mode & S_IFMT == S_IFREG else { return nil }
    device = UInt64(truncatingIfNeeded: info.st_dev)
    inode = UInt64(truncatingIfNeeded: info.st_ino)
    size = Int(info.st_size)
    #if canImport(Darwin)
      modified = info.st_mtimespec.tv_sec * 1_000_000_000 + info.st_mtimespec.tv_nsec
    #else
      modified = info.st_mtim.tv_sec * 1_000_000_000 + info.st_mtim.tv_nsec
    #endif
  }

  /// A strong validator, made of the size, the modification time and the inode.
  var entityTag: String {
    "\"\(String(size, radix: 36))-\(String(modified, radix: 36))-\(String(inode, radix: 36))\""
  }

  /// The modification time as an HTTP date: `Sun, 06 Nov 1994 08:49:37 GMT`.
  var lastModified: String { HTTPDate.string(secondsSince1970: modified / 1_000_000_000) }
}
