import CPriceFlows
public import FlowCore

/// The flows, screens and texts that are bundled with the web app and the apps for Apple's devices.
public enum PriceFlows {
  /// Returns the document.
  ///
  /// - Throws: An error of the parser if the file is damaged.
  public static func document() throws -> FlowDocument {
    try FlowDocument(parsing: EmbeddedFile.prices_json.content)
  }
}
