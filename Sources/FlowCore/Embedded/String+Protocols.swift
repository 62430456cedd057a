#if hasFeature(Embedded)
  // The names of the standard library that refer to `Swift.String`, redeclared for this build's
  // type.

  /// The default type of a string literal.
  public typealias StringLiteralType = String

  /// A type whose values can be written as literals.
  public protocol ExpressibleByStringLiteral: Swift.ExpressibleByStringLiteral
  where StringLiteralType == StaticString {
    /// Creates a value from a literal.
    init(stringLiteral value: String)
  }

  extension ExpressibleByStringLiteral {
    /// Creates a value from a literal.
    public init(stringLiteral value: StaticString) { self.init(stringLiteral: String(value)) }
  }

  /// A type whose values have a textual representation.
  public protocol CustomStringConvertible {
    /// The value's text.
    var description: String { get }
  }

  extension StaticString {
    /// The literal as a string.
    @inline(__always)
    var description: String { String(self) }
  }

  extension Int64: CustomStringConvertible {
    /// The number in decimal digits.
    @inline(never)
    public var description: String {
      var digits: [UInt8] = []
      var remaining = magnitude
      repeat {
        digits.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: remaining % 10))
        remaining /= 10
      } while remaining > 0
      if self < 0 { digits.append(UInt8(ascii: "-")) }
      digits.reverse()
      return String(decoding: digits, as: UTF8.self)
    }
  }

  extension Int: CustomStringConvertible {
    /// The number in decimal digits.
    public var description: String { Int64(self).description }
  }

  extension Int32: CustomStringConvertible {
    /// The number in decimal digits.
    public var description: String { Int64(self).description }
  }

  extension UInt32: CustomStringConvertible {
    /// The number in decimal digits.
    public var description: String { Int64(self).description }
  }
#endif
