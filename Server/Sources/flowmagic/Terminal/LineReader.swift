/// Reads a stream line by line, without waiting for more than the next line.
package final class LineReader {
  /// The result of reading a line.
  package enum Line {
    /// A line without its line break.
    case bytes([UInt8])
    /// A line longer than the limit, which was skipped.
    case tooLong
    case end
    case interrupted
  }

  private let descriptor: Int32
  private let limit: Int
  private var buffer: [UInt8] = []
  /// The start of the next line in the buffer.
  private var start = 0
  /// The index before which, from `start` on, the buffer has no line break.
  private var searchedEnd = 0
  private var isAtEnd = false

  package init(_ descriptor: Int32, limit: Int = 1 << 20) {
    self.descriptor = descriptor
    self.limit = limit
  }

  package var isTerminal: Bool { System.isTerminal(descriptor) }

  /// The next line; `beforeWaiting` is called if it has not arrived yet.
  package func next(
    beforeWaiting: () -> Void = {}
  ) throws(System.Failure) -> Line {
    var isTooLong = false
    while true {
      if let end = endOfLine() {
        let line = buffer[start..<end]
        start = end + 1
        searchedEnd = start
        if isTooLong || line.count > limit { return .tooLong }
        return .bytes(Array(line.last == UInt8(ascii: "\r") ? line.dropLast() : line))
      }
      if isAtEnd { return lastLine(isTooLong) }
      if buffer.count - start > limit {
        isTooLong = true
        start = buffer.count
      }
      beforeWaiting()
      discardConsumed()
      switch try System.read(descriptor, atMost: 1 << 16) {
      case .bytes(let bytes): buffer += bytes
      case .end: isAtEnd = true
      case .interrupted: return .interrupted
      }
    }
  }

  /// Calls `body` with the terminal's echo turned off.
  package func withoutEcho<Result>(
    _ body: () throws(System.Failure) -> Result
  ) throws(System.Failure) -> Result {
    let settings = System.disableEcho(descriptor)
    defer { System.restore(settings, descriptor) }
    return try body()
  }

  private func lastLine(_ isTooLong: Bool) -> Line {
    guard start < buffer.count || isTooLong else { return .end }
    let line = Array(buffer[start...])
    start = buffer.count
    searchedEnd = start
    return isTooLong || line.count > limit ? .tooLong : .bytes(line)
  }

  private func endOfLine() -> Int? {
    var index = max(start, searchedEnd)
    while index < buffer.count {
      if buffer[index] == UInt8(ascii: "\n") { return index }
      index += 1
    }
    searchedEnd = index
    return nil
  }

  private func discardConsumed() {
    buffer.removeFirst(start)
    searchedEnd -= start
    start = 0
  }
}
