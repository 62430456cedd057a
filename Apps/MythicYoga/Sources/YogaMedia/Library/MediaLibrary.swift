public import YogaDomain

/// The folder with the videos' files.
///
/// Only ids of the catalog's videos and the names of `MediaFile` become part of a path, so path
/// traversal is impossible.
public struct MediaLibrary: Sendable {
  /// The folder of the files, such as `.yoga/media`.
  public let folder: String
  private let videoIDs: Set<String>
  private let orderedIDs: [String]

  /// Uses a folder, which can be filled later.
  public init(folder: String, catalog: Catalog = .current) {
    self.folder = folder
    orderedIDs = catalog.videos.map(\.id)
    videoIDs = Set(orderedIDs)
  }

  /// The path of a video's file; nil if the catalog has no such video.
  func path(of file: MediaFile, in video: String) -> String? {
    videoIDs.contains(video) ? "\(folder)/\(video)/\(file.rawValue)" : nil
  }

  /// The videos with missing or empty files, and those files, in the catalog's order.
  ///
  /// Makes one file system call for each file, 1,428 in total.
  public func incompleteVideos() -> [(video: String, files: [MediaFile])] {
    orderedIDs.compactMap { video in
      let files = MediaFile.allCases.filter { file in
        path(of: file, in: video).flatMap(FileStamp.init(path:)).map { $0.size == 0 } ?? true
      }
      return files.isEmpty ? nil : (video, files)
    }
  }

  /// A message about missing files for the operator; nil if there are none.
  public func missingFilesWarning() -> String? {
    let videos = incompleteVideos()
    guard let first = videos.first else { return nil }
    let lacksAll = first.files.count == MediaFile.allCases.count
    let files = lacksAll ? "all files" : first.files[0].rawValue
    return "\(videos.count) of \(orderedIDs.count) videos are incomplete in \(folder), for example "
      + "\(first.video) (\(files)): run scripts/yoga-media \(folder)"
  }
}
