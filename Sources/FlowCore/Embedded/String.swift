#if hasFeature(Embedded)
  /// The string type of the browser build, in place of `Swift.String`: UTF-8 bytes behind one
  /// reference.
  ///
  /// In Embedded Swift for wasm32, `Swift.String` is four words in one of three forms, and code
  /// that copies or retains strings handles each word and each form: that was a third of the build.
  /// This type has just the API that the engine uses, under the same names, so that all other files
  /// are the same in both builds. Comparison is by bytes, as everywhere in the engine.
  public struct String: Sendable {
    /// The bytes, which are UTF-8.
    public private(set) var utf8: [UInt8]

    @inline(__always)
    private init(valid bytes: [UInt8]) { utf8 = bytes }

    /// Creates an empty string.
    public init() { utf8 = [] }

    /// Creates a string from a literal.
    @inline(never)
    public init(_ literal: StaticString) {
      utf8 = literal.withUTF8Buffer { Array($0) }
    }

    /// Decodes UTF-8; invalid bytes become U+FFFD.
    @inline(never)
    public init(decoding bytes: UnsafeBufferPointer<UInt8>, as: UTF8.Type) {
      utf8 = UTF8Scalars.repaired(bytes)
    }

    /// Decodes UTF-8; invalid bytes become U+FFFD.
    @inline(never)
    public init(decoding bytes: [UInt8], as: UTF8.Type) {
      utf8 = bytes.withUnsafeBufferPointer { UTF8Scalars.repaired($0) }
    }

    /// Decodes UTF-8; invalid bytes become U+FFFD.
    @inline(__always)
    public init(decoding bytes: Slice<UnsafeBufferPointer<UInt8>>, as encoding: UTF8.Type) {
      self.init(decoding: UnsafeBufferPointer(rebasing: bytes), as: encoding)
    }

    /// Decodes UTF-8; invalid bytes become U+FFFD.
    @inline(__always)
    public init(decoding bytes: ArraySlice<UInt8>, as encoding: UTF8.Type) {
      self.init(decoding: Array(bytes), as: encoding)
    }

    /// Creates a string of at most `capacity` bytes: `body` writes UTF-8 and returns its length.
    public init(
      unsafeUninitializedCapacity capacity: Int,
      initializingUTF8With body: (UnsafeMutableBufferPointer<UInt8>) -> Int
    ) {
      utf8 = Array(unsafeUninitializedCapacity: capacity) { buffer, count in
        count = body(buffer)
      }
    }

    /// Whether the string is empty.
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

    /// Appends a string.
    @inline(never)
    public mutating func append(_ other: String) { utf8.append(contentsOf: other.utf8) }

    /// Appends a literal.
    @inline(never)
    public mutating func append(literal: StaticString) {
      literal.withUTF8Buffer { utf8.append(contentsOf: $0) }
    }

    /// Concatenates two strings.
    ///
    /// It consumes its arguments, because most are temporary: then no caller has to release them.
    @inline(never)
    @_semantics("optimize.sil.specialize.owned2guarantee.never")
    public static func + (left: consuming String, right: consuming String) -> String {
      left.append(right)
      return left
    }

    /// Appends a string.
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

    /// Creates a string from a literal.
    @inline(__always)
    public init(stringLiteral value: StaticString) { self.init(value) }

    /// Creates a string from an interpolated literal.
    @inline(__always)
    public init(stringInterpolation: StringInterpolation) { self = stringInterpolation.text }

    /// An interpolated literal while it is assembled.
    public struct StringInterpolation: StringInterpolationProtocol {
      fileprivate var text = String()

      /// Creates an empty interpolation.
      @inline(__always)
      public init(literalCapacity: Int, interpolationCount: Int) {}

      /// Appends a literal part.
      @inline(__always)
      public mutating func appendLiteral(_ literal: StaticString) { text.append(literal: literal) }

      /// Appends a string.
      @inline(__always)
      public mutating func appendInterpolation(_ value: String) { text.append(value) }

      /// Appends a value's description.
      public mutating func appendInterpolation<Value: CustomStringConvertible>(_ value: Value) {
        text.append(value.description)
      }
    }
  }

  extension Array<String> {
    /// The strings joined with a separator between them.
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
