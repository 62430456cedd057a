/// The texts of one locale.
public struct StringTable: Sendable, Equatable {
  /// The locale as a BCP 47 tag, such as `de-AT`.
  public var locale: Name
  /// The texts by key.
  public var entries: [Translation]

  /// Creates a table.
  public init(locale: Name, entries: [Translation]) {
    self.locale = locale
    self.entries = entries
  }

  /// One text in the language of the table.
  public struct Translation: Sendable, Equatable {
    /// The key that `$text` refers to.
    public var key: Name
    /// The text, with `{name}` placeholders; `{{` and `}}` are literal braces.
    public var text: String

    /// Creates a translation.
    public init(key: Name, text: String) {
      self.key = key
      self.text = text
    }

    /// Whether both have the same key and the same text, byte by byte.
    public static func == (left: Translation, right: Translation) -> Bool {
      left.key == right.key && UTF8Bytes.equal(left.text, right.text)
    }
  }
}

/// A saved set of values, for example of user ids.
public struct Segment: Sendable, Equatable {
  /// The name by which `$inGroup` and `$notInGroup` refer to it.
  public var name: Name
  /// The values.
  public var values: [JSON]

  /// Creates a segment.
  public init(name: Name, values: [JSON]) {
    self.name = name
    self.values = values
  }
}

/// An attribute that the application provides, with the type of its values.
public struct AttributeDeclaration: Sendable, Equatable {
  /// The attribute's dotted path.
  public var name: Name
  /// The type of its values.
  public var type: ValueType

  /// Creates a declaration.
  public init(name: Name, type: ValueType) {
    self.name = name
    self.type = type
  }
}

/// The types of attributes, outputs and needs.
public enum ValueType: String, Sendable, CaseIterable {
  /// A string.
  case string
  /// A number.
  case number
  /// An integer.
  case integer
  /// `true` or `false`.
  case boolean
  /// A date as `yyyy-MM-dd`, or a date with a time as RFC 3339.
  case date
  /// A version such as `2.3.0`.
  case version
  /// An array.
  case array
  /// An object.
  case object
  /// Any JSON value.
  case any
}
