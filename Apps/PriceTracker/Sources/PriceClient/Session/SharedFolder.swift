package import Foundation

/// The folder that the app shares with its extensions.
package enum SharedFolder {
  /// Returns the folder of an app group; on other systems, and in a build without the group, a
  /// temporary one.
  package static func url(ofGroup group: String) -> URL {
    #if canImport(Darwin)
      if let url = FileManager.default.containerURL(
        forSecurityApplicationGroupIdentifier: group)
      {
        return url
      }
    #endif
    return FileManager.default.temporaryDirectory.appendingPathComponent(group)
  }
}
