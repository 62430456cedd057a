public import FlowCore
public import Foundation

extension FlowDocument {
  /// Reads the flows that lie in a bundle as `<name>.json`, in any format that the engine knows.
  ///
  /// - Parameters:
  ///   - name: The file's name without `.json`.
  ///   - bundle: The bundle; the app's own unless given.
  /// - Returns: The flows.
  /// - Throws: `missingFile` when there is no such file, and what reading a document throws.
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
