public import FlowCore

extension JSONNumber: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// A whole number.
  public init(integerLiteral value: Int) { self.init(value) }

  /// The shortest text that reads back as the number: `0.5`.
  public init(floatLiteral value: Double) {
    // NB: a literal that is not finite does not compile.
    self = JSONNumber(value) ?? JSONNumber(integerLiteral: 0)
  }
}
