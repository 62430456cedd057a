extension FlowDocument {
  /// Reads a document of any format that the engine knows.
  ///
  /// - Throws: `unknownFormat`, `unknownSchema`, `missingKey`, `wrongType`, `invalidValue` or
  ///   `jsonNumberRange`, with the position.
  ///
  /// Time: linear in the text.
  public init(_ json: JSONView) throws(FlowError) {
    switch try DocumentFormat(of: json) {
    case .native: self = try NativeReader.document(json)
    case .flowMagic: self = try FlowMagicReader.document(json)
    case .flowKit: self = try FlowKitReader.document(json)
    }
  }

  /// Reads a document of any format from a JSON text in UTF-8.
  ///
  /// - Throws: what ``ParsedJSON`` and ``init(_:)`` throw.
  public init(parsing bytes: [UInt8], limits: JSONLimits = .standard) throws(FlowError) {
    try self.init(ParsedJSON(bytes, limits: limits).root)
  }

  /// Reads a document of any format from a JSON text.
  ///
  /// - Throws: what ``ParsedJSON`` and ``init(_:)`` throw.
  public init(parsing text: String, limits: JSONLimits = .standard) throws(FlowError) {
    try self.init(ParsedJSON(text, limits: limits).root)
  }
}

extension DocumentFormat {
  /// Recognizes a document's format by the keys that only it has.
  ///
  /// - Throws: `wrongType` for a text that is not an object, `unknownFormat` without such keys.
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
