extension FlowDocument {
  /// Reads a document in any supported format.
  ///
  /// - Throws: `unknownFormat`, `unknownSchema`, `missingKey`, `wrongType`, `invalidValue` or
  ///   `jsonNumberRange`, with the position.
  ///
  /// Time: linear in the text.
  public init(_ json: JSONView) throws(FlowError) {
    switch try DocumentFormat(of: json) {
    case .native: self = try NativeReader.readDocument(json)
    case .flowMagic: self = try FlowMagicReader.readDocument(json)
    case .flowKit: self = try FlowKitReader.readDocument(json)
    }
  }

  /// Reads a document in any supported format from JSON text in UTF-8.
  ///
  /// - Throws: the errors of ``ParsedJSON`` and ``init(_:)``.
  public init(parsing bytes: [UInt8], limits: JSONLimits = .standard) throws(FlowError) {
    try self.init(ParsedJSON(bytes, limits: limits).root)
  }

  /// Reads a document in any supported format from JSON text.
  ///
  /// - Throws: the errors of ``ParsedJSON`` and ``init(_:)``.
  public init(parsing text: String, limits: JSONLimits = .standard) throws(FlowError) {
    try self.init(ParsedJSON(text, limits: limits).root)
  }
}

extension DocumentFormat {
  /// Detects a document's format by the keys that are unique to it.
  ///
  /// - Throws: `wrongType` if the value is not an object, `unknownFormat` if it has no such keys.
  public init(of json: JSONView) throws(FlowError) {
    try json.requireObject()
    if json["schema"] != nil || json["flows"] != nil {
      self = .native
    } else if json["screenFlow"] != nil {
      self = .flowMagic
    } else if json["initialStepId"] != nil || json["steps"] != nil {
      self = .flowKit
    } else {
      let message =
        "is in no format that this engine reads: a native document has `schema` and `flows`,"
        + " a Flow Magic document has `screenFlow`, a FlowKit document has `initialStepId` and"
        + " `steps`"
      throw json.error(.unknownFormat, message)
    }
  }
}
