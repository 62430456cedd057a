import Foundation
import Synchronization

/// Reads the terminal until it is told to stop or the terminal is gone.
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
    var hasSilence = true
    while !isStopped.withLock({ $0 }) {
      // A moment of silence tells a lone Escape from the beginning of an arrow key.
      guard let bytes = Terminal.read(waiting: hasSilence ? 250 : 40) else {
        continuation.yield([0x04])
        continuation.finish()
        return
      }
      if bytes.isEmpty {
        if !hasSilence { continuation.yield([]) }
        hasSilence = true
      } else {
        continuation.yield(bytes)
        hasSilence = false
      }
    }
  }
}
