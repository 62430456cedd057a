/// Sends values to any number of streams.
struct Broadcast<Value: Sendable> {
  private var continuations: [Int: AsyncStream<Value>.Continuation] = [:]
  private var nextID = 0

  /// Opens a stream that buffers up to `buffer` of the newest values for a slow reader, and calls
  /// `onClose` with its id when the reader stops.
  mutating func open(
    buffer: Int, onClose: @escaping @Sendable (Int) -> Void
  ) -> (id: Int, stream: AsyncStream<Value>) {
    let id = nextID
    nextID += 1
    let (stream, continuation) = AsyncStream.makeStream(
      of: Value.self, bufferingPolicy: .bufferingNewest(buffer))
    continuation.onTermination = { _ in onClose(id) }
    continuations[id] = continuation
    return (id, stream)
  }

  /// Sends a value to all streams.
  func send(_ value: Value) {
    for continuation in continuations.values { continuation.yield(value) }
  }

  /// Sends a value to one stream.
  func send(_ value: Value, to id: Int) { continuations[id]?.yield(value) }

  /// Removes a stream.
  mutating func close(_ id: Int) { continuations[id] = nil }
}
