import FlowBlocks
package import FlowCore

/// Prefetches the pictures of each release once the client is connected.
///
/// The first screen does not wait for it, and nothing is requested before the client is connected.
package struct PicturePrefetcher: Sendable {
  let pictures: PictureStore
  let client: ReleaseClient
  let screens: [BlockScreen]
  let locale: String?

  /// - Parameters:
  ///   - pictures: The store of pictures.
  ///   - client: The client whose releases are observed.
  ///   - screens: The screens in code that are composed of blocks.
  ///   - locale: The user's language and region.
  package init(
    pictures: PictureStore, client: ReleaseClient, composedScreens screens: [BlockScreen],
    locale: String?
  ) {
    self.pictures = pictures
    self.client = client
    self.screens = screens
    self.locale = locale
  }

  /// Observes the client's releases until the client is deallocated.
  package func start() {
    Task { [pictures, screens, locale, weak client] in
      guard let states = await client?.connectionStates() else { return }
      for await state in states {
        guard state != .disconnected else {
          await pictures.cancelPrefetch()
          continue
        }
        await client?.prefetchPictures(into: pictures, screens, locale)
      }
    }
    Task { [pictures, screens, locale, weak client] in
      guard let documents = await client?.documents() else { return }
      for await _ in documents {
        guard await client?.connection != .disconnected else { continue }
        await client?.prefetchPictures(into: pictures, screens, locale)
      }
    }
  }
}

extension ReleaseClient {
  /// The pictures that the current release needs, in the order in which users reach them.
  package func pictureFiles(
    composedScreens screens: [BlockScreen], locale: String?, pixelWidth: Int
  ) -> [PictureAsset.File] {
    ReachablePictures.files(
      document ?? configuration.bundledDocument, current.release, composedScreens: screens,
      locale: locale, pixelWidth: pixelWidth)
  }

  fileprivate func prefetchPictures(
    into pictures: PictureStore, _ screens: [BlockScreen], _ locale: String?
  ) async {
    await pictures.prefetch(
      pictureFiles(
        composedScreens: screens, locale: locale, pixelWidth: pictures.settings.pixelWidth))
  }
}
