public import FlowCore

extension JSONNumber: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// Creates an integer.
  public init(integerLiteral value: Int) { self.init(value) }

  /// Creates a number from the shortest text that reads back as the value, such as `0.5`.
  public init(floatLiteral value: Double) {
    // NB: a literal that is not finite does not compile.
    self = JSONNumber(value) ?? JSONNumber(integerLiteral: 0)
  }
}
