internal import Accounts
internal import AccountsPictures
internal import PriceStore

extension PriceService {
  /// The media type of all pictures: `image/webp`.
  public static let pictureType = ProfilePicture.contentType

  /// Sets the picture that others see on the user's comments.
  ///
  /// Only its pixels are kept: metadata such as the location and the camera is removed.
  ///
  /// - Parameters:
  ///   - file: A JPEG, PNG or WebP file; its centered square is used.
  ///   - caller: The caller.
  /// - Returns: The id of the picture.
  /// - Throws: `PriceError` for a guest or too many uploads; `ProfilePictureError`
  ///   for a file that cannot be used.
  public func setPicture(_ file: [UInt8], by caller: Caller) async throws -> String {
    let session = try caller.requireSession()
    _ = try await profile(session)
    try await checkRateLimit("picture", caller, limit: 20)
    let picture = try await ProfilePicture.decode(file)
    let id = SecretToken().string
    try await store(for: session).setPicture(
      StoredPicture(id: id, large: picture.large, small: picture.small), of: session.user.id)
    return id
  }

  /// Removes the user's picture.
  public func removePicture(by caller: Caller) async throws {
    let session = try caller.requireSession()
    try await store(for: session).removePicture(of: session.user.id)
  }

  /// Returns a picture by its id, for anyone who reads the comments.
  ///
  /// - Throws: `StoreError` if it was replaced or removed.
  public func picture(_ id: String) async throws -> [UInt8] {
    guard let picture = try await store.picture(id) else {
      throw StoreError(.notFound, "There is no such picture.")
    }
    return picture.small
  }

  /// Returns the path of a picture on this service.
  public static func path(ofPicture id: String) -> String {
    "\(PriceRoutes.pathPrefix)/pictures/\(id)"
  }
}
