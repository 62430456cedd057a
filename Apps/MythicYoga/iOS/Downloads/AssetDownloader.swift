@preconcurrency import AVFoundation
import YogaClient

/// Downloads HLS streams with all audio tracks and captions, also while the app is not running.
@MainActor
final class AssetDownloader: MediaDownloader {
  /// The identifier of the background session, which stays the same from launch to launch.
  nonisolated static let sessionIdentifier = "dev.flowmagic.yoga.downloads"
  static let shared = AssetDownloader()

  var onEvent: ((DownloadEvent) -> Void)?
  private let session: AVAssetDownloadURLSession
  private var paths: [String: String] = [:]
  private var preparationTasks: [String: Task<Void, Never>] = [:]
  private var progressTask: Task<Void, Never>?
  private var eventWaiters: [CheckedContinuation<Void, Never>] = []

  private init() {
    let relay = Relay()
    session = AVAssetDownloadURLSession(
      configuration: .background(withIdentifier: Self.sessionIdentifier),
      assetDownloadDelegate: AssetDownloadDelegate { relay.handle($0) }, delegateQueue: .main)
    relay.downloader = self
  }

  /// Passes events to the downloader, which does not exist yet when the session is created.
  @MainActor
  private final class Relay {
    weak var downloader: AssetDownloader?
    nonisolated init() {}
    func handle(_ event: AssetDownloadDelegate.Event) { downloader?.handle(event) }
  }

  // MARK: MediaDownloader

  func runningDownloads() async -> Set<String> {
    let tasks = await session.allTasks
    if !tasks.isEmpty { followProgress() }
    return Set(tasks.compactMap { $0.taskDescription })
  }

  func start(_ video: String, from url: URL, title: String) {
    preparationTasks[video] = Task { await prepare(video, AVURLAsset(url: url), title) }
  }

  func cancel(_ video: String) {
    preparationTasks.removeValue(forKey: video)?.cancel()
    Task {
      for task in await session.allTasks where task.taskDescription == video { task.cancel() }
    }
  }

  func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: Self.file(path).path(percentEncoded: false))
  }

  func remove(_ path: String) { try? FileManager.default.removeItem(at: Self.file(path)) }

  /// Waits until all events of downloads that ended in the background have been handled.
  func waitForEvents() async {
    await withCheckedContinuation { eventWaiters.append($0) }
  }

  // MARK: Downloading

  private func prepare(_ video: String, _ asset: AVURLAsset, _ title: String) async {
    do {
      let configuration = AVAssetDownloadConfiguration(asset: asset, title: title)
      configuration.primaryContentConfiguration.mediaSelections =
        try await asset.load(.allMediaSelections)
      guard !Task.isCancelled else { return }
      let task = session.makeAssetDownloadTask(downloadConfiguration: configuration)
      task.taskDescription = video
      task.resume()
      followProgress()
    } catch {
      // NB: after a cancellation, `preparationTasks` may have the task of a new download.
      guard !Task.isCancelled else { return }
      onEvent?(.ended(video, succeeded: false, byteCount: 0))
    }
    preparationTasks[video] = nil
  }

  /// Reports the progress once per second while downloads run and the app is active.
  private func followProgress() {
    guard progressTask == nil else { return }
    progressTask = Task {
      while !Task.isCancelled {
        let tasks = await session.allTasks
        guard !tasks.isEmpty else { break }
        for task in tasks {
          guard let video = task.taskDescription else { continue }
          onEvent?(.progressed(video, task.progress.fractionCompleted))
        }
        try? await Task.sleep(for: .seconds(1))
      }
      progressTask = nil
    }
  }

  private func handle(_ event: AssetDownloadDelegate.Event) {
    switch event {
    case .located(let video, let path):
      paths[video] = path
      onEvent?(.located(video, path))
    case .ended(let video, let succeeded):
      let byteCount = paths.removeValue(forKey: video).map { Self.size(of: $0) } ?? 0
      onEvent?(.ended(video, succeeded: succeeded, byteCount: byteCount))
    case .allDelivered:
      for continuation in eventWaiters { continuation.resume() }
      eventWaiters = []
    }
  }

  private static func file(_ path: String) -> URL {
    URL(filePath: NSHomeDirectory()).appending(path: path)
  }

  /// The size of a downloaded video, which is a folder, in bytes.
  private static func size(of path: String) -> Int {
    let files = FileManager.default.enumerator(
      at: file(path), includingPropertiesForKeys: [.fileSizeKey])
    return (files?.allObjects ?? []).reduce(0) { total, file in
      let values = try? (file as? URL)?.resourceValues(forKeys: [.fileSizeKey])
      return total + (values?.fileSize ?? 0)
    }
  }
}

/// Receives the events of the session on the main queue.
nonisolated final class AssetDownloadDelegate: NSObject, AVAssetDownloadDelegate {
  /// An event, with the id of the video that it is about.
  enum Event: Sendable {
    /// The system has chosen the path of the download, relative to the home folder.
    case located(String, String)
    case ended(String, succeeded: Bool)
    /// All events of downloads that ended in the background have been delivered.
    case allDelivered
  }

  private let handle: @MainActor @Sendable (Event) -> Void

  init(_ handle: @escaping @MainActor @Sendable (Event) -> Void) { self.handle = handle }

  func urlSession(
    _ session: URLSession, assetDownloadTask: AVAssetDownloadTask,
    didFinishDownloadingTo location: URL
  ) {
    report(assetDownloadTask) { .located($0, location.relativePath) }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let succeeded = error == nil
    report(task) { .ended($0, succeeded: succeeded) }
  }

  func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
    MainActor.assumeIsolated { handle(.allDelivered) }
  }

  private func report(_ task: URLSessionTask, _ event: (String) -> Event) {
    guard let video = task.taskDescription else { return }
    let event = event(video)
    MainActor.assumeIsolated { handle(event) }
  }
}
