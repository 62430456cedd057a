public import Foundation
public import Observation
public import YogaDomain

/// Downloads videos in the background: `AVAssetDownloadURLSession` on iOS.
@MainActor
public protocol MediaDownloader: AnyObject {
  /// Called for each event of a download.
  var onEvent: ((DownloadEvent) -> Void)? { get set }

  /// The videos that the system is downloading, including those of earlier launches.
  func runningDownloads() async -> Set<String>
  /// Starts a download.
  func start(_ video: String, from url: URL, title: String)
  /// Cancels a download.
  func cancel(_ video: String)
  /// Whether a copy exists, by its path relative to the home folder.
  func exists(_ path: String) -> Bool
  /// Removes a copy, by its path relative to the home folder.
  func remove(_ path: String)
}

/// An event of a download, with the video's id.
public enum DownloadEvent: Hashable, Sendable {
  /// A part of the video is loaded: a fraction from 0 to 1.
  case progressed(String, Double)
  /// The system has chosen the path of the copy, relative to the home folder.
  case located(String, String)
  /// The download has ended; the size of the copy in bytes, if it succeeded.
  case ended(String, succeeded: Bool, byteCount: Int)
}

/// The videos on this device.
@MainActor @Observable
public final class DownloadModel {
  /// Returns the URL of a video's stream.
  public typealias StreamResolver = @MainActor (String) async throws(YogaAPIError) -> URL

  /// The downloads.
  public private(set) var index: DownloadIndex

  @ObservationIgnored private let downloader: any MediaDownloader
  @ObservationIgnored private let file: URL
  @ObservationIgnored private let resolveStream: StreamResolver
  /// The videos whose streams are being resolved.
  @ObservationIgnored private var resolvingVideos: Set<String> = []

  /// Creates the model with the downloads of the last launch.
  ///
  /// - Parameters:
  ///   - file: The file that keeps the index.
  ///   - downloader: Downloads videos.
  ///   - resolveStream: Returns the URL of a video's stream.
  public init(file: URL, downloader: any MediaDownloader, resolveStream: @escaping StreamResolver) {
    self.file = file
    self.downloader = downloader
    self.resolveStream = resolveStream
    let stored = try? JSONDecoder().decode(DownloadIndex.self, from: Data(contentsOf: file))
    index = stored ?? DownloadIndex()
    downloader.onEvent = { [weak self] event in self?.handle(event) }
  }

  /// Compares the index with the device after a launch, and cancels abandoned downloads.
  public func reconcile() async {
    let running = await downloader.runningDownloads()
    let abandoned = change { $0.reconcile(running: running, exists: downloader.exists) }
    for video in abandoned { downloader.cancel(video) }
  }

  /// Shows the downloads of a user; those of another one are removed.
  public func open(_ user: String) {
    guard index.user != user else { return }
    removeAll()
    index = DownloadIndex(user: user)
    store()
  }

  /// Starts the download of a video, unless it is on the device or being downloaded.
  public func download(_ video: Video, title: String) async {
    if let path = change({ $0.discardIncompleteCopy(of: video.id) }) { downloader.remove(path) }
    guard change({ $0.request(video.id) }) else { return }
    // An earlier call, whose download was cancelled, may still be resolving the URL: it then starts
    // this download.
    guard resolvingVideos.insert(video.id).inserted else { return }
    defer { resolvingVideos.remove(video.id) }
    let url: URL
    do {
      url = try await resolveStream(video.id)
    } catch {
      handle(.ended(video.id, succeeded: false, byteCount: 0))
      return
    }
    // It may have been cancelled in the meantime.
    guard index.state(of: video.id) == .pending else { return }
    downloader.start(video.id, from: url, title: title)
  }

  /// Removes the copy of a video, or cancels its download.
  public func remove(_ video: String) {
    guard let state = index.state(of: video) else { return }
    if state != .downloaded { downloader.cancel(video) }
    if let path = change({ $0.remove(video) }) { downloader.remove(path) }
  }

  /// Removes all copies, and cancels all downloads.
  public func removeAll() {
    for video in index.entries.keys.sorted() { remove(video) }
  }

  /// The path of the copy of a video, relative to the home folder; nil if it is not on the device.
  public func path(of video: String) -> String? {
    index.path(of: video).flatMap { downloader.exists($0) ? $0 : nil }
  }

  private func handle(_ event: DownloadEvent) {
    let leftover = change { index -> String? in
      switch event {
      case .progressed(let video, let fraction):
        index.updateProgress(of: video, to: fraction)
        return nil
      case .located(let video, let path): return index.setPath(path, of: video)
      case .ended(let video, let succeeded, let byteCount):
        return index.finish(video, succeeded: succeeded, byteCount: byteCount)
      }
    }
    if let leftover { downloader.remove(leftover) }
  }

  private func change<Result>(_ body: (inout DownloadIndex) -> Result) -> Result {
    let before = index
    var after = index
    let result = body(&after)
    guard after != before else { return result }
    index = after
    if !Self.differOnlyInProgress(before, after) { store() }
    return result
  }

  /// Whether two indexes differ at most in the progress of running downloads, which is not stored:
  /// it changes often, and the next launch does not need it.
  private static func differOnlyInProgress(
    _ first: DownloadIndex, _ second: DownloadIndex
  ) -> Bool {
    guard first.entries.keys == second.entries.keys else { return false }
    return first.entries.allSatisfy { video, entry in
      guard let other = second.entries[video] else { return false }
      if case .running = entry.state, case .running = other.state {
        return entry.path == other.path
      }
      return entry == other
    }
  }

  private func store() {
    let folder = file.deletingLastPathComponent()
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try? JSONEncoder().encode(index).write(to: file, options: .atomic)
  }
}
