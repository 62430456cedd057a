/// A pseudorandom generator: the same seed gives the same numbers on every machine (SplitMix64).
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed &* 0x9E37_79B9_7F4A_7C15
  }

  init(seed: Int) {
    self.init(seed: UInt64(bitPattern: Int64(seed)))
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// True with this probability in percent.
  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

  /// A number below `bound`.
  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

  /// A random element of the list.
  mutating func pick<Element>(_ list: [Element]) -> Element { list[below(list.count)] }

  /// The value with this probability in percent; otherwise nil.
  mutating func maybe<Value>(_ percent: Int, _ value: (inout SeededRandom) -> Value) -> Value? {
    chance(percent) ? value(&self) : nil
  }

  /// A list of up to `maximum` values.
  mutating func list<Value>(_ maximum: Int, _ value: (inout SeededRandom) -> Value) -> [Value] {
    (0..<below(maximum + 1)).map { _ in value(&self) }
  }
}
