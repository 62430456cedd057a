import Foundation

extension System {
  /// What the file system says about one file, links followed.
  ///
  /// NB: In the release configuration Swift 6.3 finds `stat` only where Foundation is imported, if
  /// any file of the module imports it; that is why every call stands here.
  struct FileStatus {
    let isDirectory: Bool
    let isRegularFile: Bool
    /// The lowest twelve bits of the mode.
    let permissions: UInt32

    /// Nil if there is no such file or it cannot be reached; `errno` says why.
    init?(of path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      self.init(status)
    }

    /// Nil if the descriptor is not open; `errno` says why.
    init?(ofDescriptor descriptor: Int32) {
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { return nil }
      self.init(status)
    }

    private init(_ status: stat) {
      isDirectory = status.st_mode & S_IFMT == S_IFDIR
      isRegularFile = status.st_mode & S_IFMT == S_IFREG
      permissions = UInt32(status.st_mode) & 0o7777
    }
  }
}
