/// A document converted to another format, with the parts that were lost.
///
/// Show the losses to the user before the result replaces a document or a file.
public struct Conversion: Sendable, Equatable {
  /// The document in the target format.
  public var json: JSON
  /// The parts of the document that the format cannot represent; empty if nothing was lost.
  public var losses: [ConversionLoss]

  /// Creates a conversion.
  public init(json: JSON, losses: [ConversionLoss] = []) {
    self.json = json
    self.losses = losses
  }
}

/// A part of a document that a format cannot represent.
public struct ConversionLoss: Sendable, Equatable {
  /// The location in the document that was converted, not in the result.
  public var location: FlowLocation
  /// A sentence that describes the loss and what the result contains instead.
  public var message: String

  /// Creates a loss.
  public init(location: FlowLocation, message: String) {
    self.location = location
    self.message = message
  }

  /// Whether both have the same location and, byte by byte, the same message.
  public static func == (left: ConversionLoss, right: ConversionLoss) -> Bool {
    left.location == right.location && UTF8Bytes.equal(left.message, right.message)
  }
}

extension FlowDocument {
  /// The document in `format`, with a list of what that format cannot represent.
  ///
  /// Converting an unchanged document back to the format it was read from is lossless: the result
  /// has the same canonical text. Time: linear in the document's size.
  public func converted(to format: DocumentFormat) -> Conversion {
    switch format {
    case .native:
      var writer = NativeWriter()
      let json = writer.writeDocument(self)
      return Conversion(json: json, losses: writer.losses)
    case .flowMagic:
      var writer = FlowMagicWriter()
      let json = writer.writeDocument(self)
      return Conversion(json: json, losses: writer.losses)
    case .flowKit:
      var writer = FlowKitWriter()
      let json = writer.writeDocument(self)
      return Conversion(json: json, losses: writer.losses)
    }
  }

  /// The native document, schema 1: the format of drafts, releases and files.
  ///
  /// Time: linear in the document's size.
  public var json: JSON { converted(to: .native).json }
}
