/// Values that the other side knows by number; a number is used again once it was given back.
struct Handles<Value> {
  private var values: [Value?] = []
  private var unused: [Int32] = []

  mutating func add(_ value: Value) -> Int32 {
    if let handle = unused.popLast() {
      values[Int(handle)] = value
      return handle
    }
    values.append(value)
    return Int32(truncatingIfNeeded: values.count - 1)
  }

  /// Nil for a number that is not in use; setting such a number does nothing.
  subscript(handle: Int32) -> Value? {
    get { values.indices.contains(Int(handle)) ? values[Int(handle)] : nil }
    set {
      guard values.indices.contains(Int(handle)), values[Int(handle)] != nil else { return }
      values[Int(handle)] = newValue
      if newValue == nil { unused.append(handle) }
    }
  }
}

// NB: a WebAssembly instance has one thread, so nothing else can be looking at these.
nonisolated(unsafe) var releases = Handles<Release>()
nonisolated(unsafe) var sessions = Handles<Session>()
