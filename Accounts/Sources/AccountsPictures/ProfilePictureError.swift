/// The reason why a profile picture was rejected, and what to do.
public enum ProfilePictureError: Error, Hashable, Sendable {
  /// The file is empty.
  case empty
  /// The file is too large.
  case tooManyBytes(limit: Int)
  /// The file is not JPEG, PNG or WebP.
  case unsupportedFormat
  /// The file cannot be decoded: it is truncated or corrupt.
  case unreadable
  /// The picture has a color space that is not converted, such as that of HDR.
  case unsupportedColors
  /// The picture has too many pixels.
  case tooManyPixels(width: Int, height: Int, limit: Int)
  /// The picture has too few pixels.
  case tooSmall(minimum: Int)
  /// The chosen square is outside of the picture, or too small.
  case cropOutside(width: Int, height: Int)
  /// The image library cannot be initialized, or has written no pixels.
  case unavailable

  /// A stable name for programs.
  public var code: String {
    switch self {
    case .empty: "picture-empty"
    case .tooManyBytes: "picture-too-large"
    case .unsupportedFormat: "picture-format"
    case .unreadable: "picture-unreadable"
    case .unsupportedColors: "picture-colors"
    case .tooManyPixels: "picture-too-many-pixels"
    case .tooSmall: "picture-too-small"
    case .cropOutside: "picture-crop"
    case .unavailable: "picture-unavailable"
    }
  }

  /// A message in the language of a tag such as `de`.
  ///
  /// - Parameter language: A BCP 47 tag; all but German get English.
  /// - Returns: Sentences that say what to do.
  public func message(in language: String) -> String {
    let tag = language.lowercased()
    return tag == "de" || tag.hasPrefix("de-") ? german : english
  }
}
