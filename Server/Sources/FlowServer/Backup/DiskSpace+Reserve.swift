package import FlowStore
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

  /// A number of required bytes in MiB, rounded up, for a message.
  package static func text(required bytes: Int) -> String {
    let isWhole = bytes.isMultiple(of: 1 << 20)
    return "\((bytes >> 20) + (isWhole ? 0 : 1)) MiB"
  }

  /// A number of free bytes in MiB, rounded down, for a message.
  package static func text(free bytes: Int) -> String { "\(bytes >> 20) MiB" }
}
