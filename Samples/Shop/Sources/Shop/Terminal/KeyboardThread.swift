import Foundation
import Synchronization

/// Reads the terminal until it is stopped or the terminal is closed.
final class KeyboardThread: Sendable {
  private let continuation: AsyncStream<[UInt8]>.Continuation
  private let isStopped = Mutex(false)

  init(_ continuation: AsyncStream<[UInt8]>.Continuation) {
    self.continuation = continuation
  }

  func start() {
    Thread.detachNewThread { [self] in read() }
  }

  func stop() {
    isStopped.withLock { $0 = true }
  }

  private func read() {
    var isPaused = true
    while !isStopped.withLock({ $0 }) {
      // A pause of 40 ms distinguishes the Escape key from the start of an arrow key's sequence.
      guard let bytes = Terminal.read(waiting: isPaused ? 250 : 40) else {
        continuation.yield([0x04])
        continuation.finish()
        return
      }
      if bytes.isEmpty {
        if !isPaused { continuation.yield([]) }
        isPaused = true
      } else {
        continuation.yield(bytes)
        isPaused = false
      }
    }
  }
}
