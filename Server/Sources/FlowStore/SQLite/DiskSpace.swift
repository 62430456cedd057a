import Foundation

/// The space on a disk.
package struct DiskSpace: Sendable {
  /// The free space in bytes for processes of users other than root.
  package let free: Int
  /// The disk's size in bytes.
  package let size: Int

  /// Reads the space on the disk of a file or folder; nil if the system does not report it.
  package init?(of path: String) {
    var disk = statvfs()
    guard statvfs(path, &disk) == 0 else { return nil }
    let block = Int(clamping: disk.f_frsize)
    free = Self.product(Int(clamping: disk.f_bavail), block)
    size = Self.product(Int(clamping: disk.f_blocks), block)
  }

  private static func product(_ count: Int, _ size: Int) -> Int {
    let (bytes, isTooLarge) = count.multipliedReportingOverflow(by: size)
    return isTooLarge ? .max : bytes
  }
}
