public import FlowCore
public import Foundation

extension FlowDocument {
  /// Reads the flows from a bundle's resource `<name>.json`, in any format that the engine reads.
  ///
  /// - Parameters:
  ///   - name: The file's name without `.json`.
  ///   - bundle: The bundle; by default, the app's main bundle.
  /// - Returns: The flows.
  /// - Throws: `missing-file` if there is no such resource, and errors of reading a document.
  public static func bundled(_ name: String, in bundle: Bundle = .main) throws -> FlowDocument {
    guard let url = bundle.url(forResource: name, withExtension: "json") else {
      throw FlowMagicError(
        .missingFile,
        "There is no \(name).json in the bundle at \(bundle.bundlePath). Add it to the target's "
          + "resources.")
    }
    return try FlowDocument(parsing: Array(Data(contentsOf: url)))
  }
}
