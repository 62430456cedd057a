import FlowBlocks
import NIOConcurrencyHelpers

/// The current release, and recent ones, so that visitors who started with those can continue.
struct RecentReleases: Sendable {
  private struct Contents {
    var current: WebRelease
    var recent: [WebRelease] = []
  }

  private static let limit = 8
  private let contents: NIOLockedValueBox<Contents>

  init(_ release: WebRelease) {
    contents = NIOLockedValueBox(Contents(current: release))
  }

  var current: WebRelease { contents.withLockedValue { $0.current } }

  /// The release with an id; nil if this process does not have it, or no longer does.
  func release(_ id: String) -> WebRelease? {
    contents.withLockedValue { contents in
      if contents.current.id == id { return contents.current }
      return contents.recent.first { $0.id == id }
    }
  }

  /// The style sheets of all releases that pages may still show.
  var themes: [WebFile] {
    contents.withLockedValue { ([$0.current] + $0.recent).map { $0.theme } }
  }

  /// The picture with a hash, if one of these releases has it.
  func picture(_ digest: String) -> PictureAsset.File? {
    contents.withLockedValue { contents in
      for release in [contents.current] + contents.recent {
        if let file = release.pictures.first(where: { $0.sha256 == digest }) { return file }
      }
      return nil
    }
  }

  /// Makes a release the current one.
  func update(_ release: WebRelease) {
    contents.withLockedValue { contents in
      guard contents.current.id != release.id else { return }
      contents.recent.removeAll { $0.id == release.id }
      contents.recent.insert(contents.current, at: 0)
      contents.recent.removeLast(max(0, contents.recent.count - Self.limit))
      contents.current = release
    }
  }
}
