import Crypto
import Foundation
import Hummingbird
import HummingbirdTesting
import YogaMedia

/// A folder with a file, `agni/mantra/video.mp4`, and a service that serves it.
final class MediaFixture: Sendable {
  let folder = NSTemporaryDirectory() + "yoga-media-\(UUID().uuidString)"
  let now = Date(timeIntervalSince1970: 1_800_000_000)
  let links = SignedLinks(key: SymmetricKey(data: [UInt8](repeating: 7, count: 32)))
  var library: MediaLibrary { MediaLibrary(folder: folder) }

  init(_ bytes: [UInt8]) throws {
    try write(bytes, to: .video)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func write(_ bytes: [UInt8], to file: MediaFile) throws {
    let video = folder + "/agni/mantra"
    try FileManager.default.createDirectory(atPath: video, withIntermediateDirectories: true)
    // Atomically, as the script does.
    try Data(bytes).write(to: URL(filePath: "\(video)/\(file.rawValue)"), options: .atomic)
  }

  /// Runs a test with a client and a link to the file that is valid for ten minutes.
  ///
  /// The user is taken from the query.
  func run(
    cacheCapacity: Int = 64 << 20,
    _ test: @escaping @Sendable (any TestClientProtocol, String) async throws -> Void
  ) async throws {
    let router = Router()
    let time = now
    MediaRoutes(library: library, links: links, cacheCapacity: cacheCapacity, now: { time })
      .add(to: router) { request, _ in
        request.uri.queryParameters["who"].map(String.init) ?? ""
      }
    let link = links.path(for: .video, of: "agni/mantra", expires: now.addingTimeInterval(600))
    try await Application(router: router).test(.router) { try await test($0, link) }
  }
}
