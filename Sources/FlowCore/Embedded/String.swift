#if hasFeature(Embedded)
  /// Text in the browser build, in the place of `Swift.String`: UTF-8 bytes behind one reference.
  ///
  /// `Swift.String` is four words in one of three shapes there, and whatever holds texts moves and
  /// retains them word by word and shape by shape: that was a third of the build. This type has
  /// just what the engine asks of a text, under the same names, so that all other files are the
  /// same for both builds. Comparing is by bytes, as everywhere in the engine.
  public struct String: Sendable {
    /// The bytes, which are UTF-8.
    public private(set) var utf8: [UInt8]

    @inline(__always)
    private init(valid bytes: [UInt8]) { utf8 = bytes }

    /// No text.
    public init() { utf8 = [] }

    /// A literal as a text.
    @inline(never)
    public init(_ literal: StaticString) {
      utf8 = literal.withUTF8Buffer { Array($0) }
    }

    /// Reads UTF-8; what is not UTF-8 becomes U+FFFD.
    @inline(never)
    public init(decoding bytes: UnsafeBufferPointer<UInt8>, as: UTF8.Type) {
      utf8 = UTF8Scalars.repaired(bytes)
    }

    /// Reads UTF-8; what is not UTF-8 becomes U+FFFD.
    @inline(never)
    public init(decoding bytes: [UInt8], as: UTF8.Type) {
      utf8 = bytes.withUnsafeBufferPointer { UTF8Scalars.repaired($0) }
    }

    /// Reads UTF-8; what is not UTF-8 becomes U+FFFD.
    @inline(__always)
    public init(decoding bytes: Slice<UnsafeBufferPointer<UInt8>>, as encoding: UTF8.Type) {
      self.init(decoding: UnsafeBufferPointer(rebasing: bytes), as: encoding)
    }

    /// Reads UTF-8; what is not UTF-8 becomes U+FFFD.
    @inline(__always)
    public init(decoding bytes: ArraySlice<UInt8>, as encoding: UTF8.Type) {
      self.init(decoding: Array(bytes), as: encoding)
    }

    /// A text of at most that many bytes, which `body` writes and counts.
    public init(
      unsafeUninitializedCapacity capacity: Int,
      initializingUTF8With body: (UnsafeMutableBufferPointer<UInt8>) -> Int
    ) {
      utf8 = Array(unsafeUninitializedCapacity: capacity) { buffer, count in
        count = body(buffer)
      }
    }

    /// Whether there is no character.
    public var isEmpty: Bool { utf8.isEmpty }

    /// The Unicode scalars.
    public var unicodeScalars: [Unicode.Scalar] {
      utf8.withUnsafeBufferPointer { bytes in
        var scalars: [Unicode.Scalar] = []
        var index = 0
        while index < bytes.count {
          let (scalar, length) = UTF8Scalars.decode(bytes, at: index)
          scalars.append(Unicode.Scalar(scalar) ?? "\u{FFFD}")
          index += length
        }
        return scalars
      }
    }

    /// Adds a text at the end.
    @inline(never)
    public mutating func append(_ other: String) { utf8.append(contentsOf: other.utf8) }

    /// Adds a literal at the end.
    @inline(never)
    public mutating func append(literal: StaticString) {
      literal.withUTF8Buffer { utf8.append(contentsOf: $0) }
    }

    /// Both texts in a row.
    ///
    /// It takes them over, as nearly all are made for it: then no caller has to release them.
    @inline(never)
    @_semantics("optimize.sil.specialize.owned2guarantee.never")
    public static func + (left: consuming String, right: consuming String) -> String {
      left.append(right)
      return left
    }

    /// Adds a text at the end.
    public static func += (left: inout String, right: String) { left.append(right) }
  }

  extension String: Hashable {
    /// Whether both have the same bytes.
    @inline(never)
    public static func == (left: String, right: String) -> Bool { UTF8Bytes.equal(left, right) }
  }

  extension String: ExpressibleByStringInterpolation {
    /// The type of a literal without interpolation.
    public typealias StringLiteralType = StaticString

    /// A literal as a text.
    @inline(__always)
    public init(stringLiteral value: StaticString) { self.init(value) }

    /// A literal with values in it.
    @inline(__always)
    public init(stringInterpolation: StringInterpolation) { self = stringInterpolation.text }

    /// A literal with values in it, while it is put together.
    public struct StringInterpolation: StringInterpolationProtocol {
      fileprivate var text = String()

      /// Nothing yet.
      @inline(__always)
      public init(literalCapacity: Int, interpolationCount: Int) {}

      /// Adds a literal part.
      @inline(__always)
      public mutating func appendLiteral(_ literal: StaticString) { text.append(literal: literal) }

      /// Adds a text.
      @inline(__always)
      public mutating func appendInterpolation(_ value: String) { text.append(value) }

      /// Adds a value's text.
      public mutating func appendInterpolation<Value: CustomStringConvertible>(_ value: Value) {
        text.append(value.description)
      }
    }
  }

  extension Array<String> {
    /// The texts in a row with the separator between them.
    @inline(never)
    func joined(separator: String) -> String {
      var text = String()
      for index in indices {
        if index > 0 { text += separator }
        text += self[index]
      }
      return text
    }
  }
#endif
