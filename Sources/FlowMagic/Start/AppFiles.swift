package import FlowCore
package import Foundation

/// The files that the SDK keeps on a device for one application.
package struct AppFiles: Sendable {
  /// The folder of one environment: release cache, state and, except in `production`, events.
  package let folder: URL
  private let application: URL
  private let isProduction: Bool

  /// The folder `FlowMagic` in Application Support.
  package static var standardFolder: URL {
    let folders = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)
    let support = folders.first ?? FileManager.default.temporaryDirectory
    return support.appending(path: "FlowMagic")
  }

  package init(_ application: Name, _ environment: Name, in folder: URL) {
    self.application = folder.appending(path: application.string)
    self.folder = self.application.appending(path: environment.string)
    isProduction = environment == "production"
  }

  /// The folder of the event journal, as `EventQueueConfiguration.directory(of:environment:)`
  /// returns it.
  package var events: URL { (isProduction ? application : folder).appending(path: "events") }
  /// The folder of the pictures of drawn screens, which all environments share, because a hash
  /// identifies the same bytes in each.
  package var pictures: URL { application.appending(path: "pictures") }
  /// The file with the navigator's state for the next launch.
  package var session: URL { folder.appending(path: "session.json") }
  /// The file with the last announcement of the build.
  package var announcement: URL { folder.appending(path: "announced") }

  /// The generated id of this device's user.
  ///
  /// It is random, generated once, the same in all environments, excluded from backups, and deleted
  /// with the app.
  package func userID(_ makeID: () -> String) -> String {
    let path = application.appending(path: "user-id").path
    do {
      if let bytes = try DurableFile.read(path, limit: 1_000), !bytes.isEmpty {
        return String(decoding: bytes, as: UTF8.self)
      }
    } catch {
      // The file exists but cannot be read now, for example before the first unlock: keep it.
      return makeID()
    }
    let id = makeID()
    try? DurableFile.makeDirectory(application.path)
    try? DurableFile.replace(path, with: Array(id.utf8))
    return id
  }
}
