import FlowStore
import Foundation

/// Checks of the free space before a backup or restore writes.
extension DiskSpace {
  /// Returns whether writing this many bytes would use the reserve that is kept for a server's own
  /// changes.
  ///
  /// - Parameters:
  ///   - bytes: The bytes to write; a negative or impossible number counts as too many.
  ///   - reserve: The reserve in bytes; nil for the server's default.
  /// - Returns: Whether the write would use it.
  func exceedsUnreservedSpace(_ bytes: Int, reserve: Int?) -> Bool {
    var limits = IntakeLimits()
    limits.diskReserve = reserve
    let (sum, isTooLarge) = bytes.addingReportingOverflow(limits.reserve(ofDisk: size))
    return bytes < 0 || isTooLarge || sum > free
  }

  /// Whether two paths are on one disk.
  static func areOnSameDisk(_ path: String, _ otherPath: String) -> Bool {
    var first = stat()
    var second = stat()
    guard stat(path, &first) == 0, stat(otherPath, &second) == 0 else { return false }
    return first.st_dev == second.st_dev
  }

  /// A number of bytes in MiB, rounded down, but at least 1, for a message.
  static func text(_ bytes: Int) -> String { "\(max(1, bytes >> 20)) MiB" }
}
