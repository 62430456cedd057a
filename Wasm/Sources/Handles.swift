/// Values that JavaScript refers to by number; the number of a released value is reused.
struct Handles<Value> {
  private var values: [Value?] = []
  private var freeHandles: [Int32] = []

  mutating func add(_ value: Value) -> Int32 {
    if let handle = freeHandles.popLast() {
      values[Int(handle)] = value
      return handle
    }
    values.append(value)
    return Int32(truncatingIfNeeded: values.count - 1)
  }

  /// Nil for a number that is not in use; assigning to such a number has no effect.
  subscript(handle: Int32) -> Value? {
    get { values.indices.contains(Int(handle)) ? values[Int(handle)] : nil }
    set {
      guard values.indices.contains(Int(handle)), values[Int(handle)] != nil else { return }
      values[Int(handle)] = newValue
      if newValue == nil { freeHandles.append(handle) }
    }
  }
}

// NB: a WebAssembly instance has a single thread, so nothing else can access these.
nonisolated(unsafe) var releases = Handles<Release>()
nonisolated(unsafe) var sessions = Handles<Session>()
