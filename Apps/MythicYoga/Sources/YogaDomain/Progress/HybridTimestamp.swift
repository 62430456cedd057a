/// The time and device of a change: a timestamp of a hybrid logical clock.
///
/// Stamps are totally ordered and unique across devices, so every device agrees which of two
/// changes is the later.
public struct HybridTimestamp: Codable, Hashable, Comparable, Sendable {
  /// Milliseconds since 1970.
  public var time: Int
  /// A counter that orders changes within a millisecond, or while the clock does not advance.
  public var counter: Int
  /// The id of the device.
  public var device: String

  /// Creates a stamp.
  public init(time: Int, counter: Int, device: String) {
    self.time = time
    self.counter = counter
    self.device = device
  }

  /// Whether a change was made before another.
  public static func < (first: HybridTimestamp, second: HybridTimestamp) -> Bool {
    (first.time, first.counter, first.device) < (second.time, second.counter, second.device)
  }

  /// The next stamp of a device: after this one, even if its clock was set back.
  public func next(now: Int) -> HybridTimestamp {
    now > time
      ? HybridTimestamp(time: now, counter: 0, device: device)
      : HybridTimestamp(time: time, counter: counter + 1, device: device)
  }
}

/// A last-writer-wins register.
public struct Register<Value: Codable & Hashable & Comparable & Sendable>: Codable, Hashable,
  Sendable
{
  /// The value.
  public var value: Value
  /// When it was set.
  public var stamp: HybridTimestamp

  /// Creates a register.
  public init(_ value: Value, at stamp: HybridTimestamp) {
    self.value = value
    self.stamp = stamp
  }

  /// The later of two changes.
  ///
  /// With equal stamps, which only a dishonest device can create, it is the greater value, so that
  /// the order of arrival does not matter.
  public func merged(with other: Register) -> Register {
    if stamp != other.stamp { return stamp < other.stamp ? other : self }
    return value < other.value ? other : self
  }
}
