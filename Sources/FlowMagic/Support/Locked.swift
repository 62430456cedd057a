import Foundation

/// A value protected by a lock.
///
/// NB: `Synchronization.Mutex` needs iOS 18; this SDK runs on iOS 17.
package final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  package init(_ value: sending Value) { self.value = value }

  /// Reads or changes the value; keep the closure short.
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
