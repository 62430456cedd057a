#if canImport(CryptoKit)
  import CryptoKit
#else
  import Crypto
#endif
public import FlowBlocks
public import FlowCore
public import Foundation

/// Stores the pictures of drawn screens on the device, so that they are available offline.
///
/// A picture is downloaded once, verified against the hash in the signed release, and written to a
/// file with that name; it is verified again when a process first uses the file. Concurrent
/// requests for a picture share one download. Nothing waits for a picture: a screen is shown at
/// once and reserves the space.
///
/// ```swift
/// @MainActor func loadHero(_ pictures: PictureStore) async throws {
///   guard let hero = navigator.drawnScreen?.picture("hero") else { return }
///   let file = try await pictures.url(of: hero, locale: "de", isDark: false)
///   print(file.path)
/// }
/// ```
public actor PictureStore {
  /// The settings.
  public nonisolated let settings: PictureSettings

  private nonisolated let baseURL: URL
  private nonisolated let transport: any Transport
  private nonisolated let dependencies: Dependencies
  private var folder: PictureFolder
  /// The running downloads.
  private var downloads: [String: Download] = [:]
  /// The errors of failed downloads, and when they occurred.
  private var failures: [String: (error: FlowMagicError, at: Duration)] = [:]
  /// The hashes of the files that the current release needs.
  private var neededFiles: Set<String> = []
  private var prefetchTask: Task<Void, Never>?
  /// The value of `neededFiles` for which a prefetch reached the budget; nil if there is none.
  private var filesOverBudget: Set<String>?

  private struct Download {
    let task: Task<Result<[UInt8], FlowMagicError>, Never>
    let isPrefetch: Bool
  }

  /// The time for which a failed download is not retried.
  private static let retryDelay = Duration.seconds(5)

  /// Creates a store; it reads and requests nothing before it is used.
  ///
  /// - Parameters:
  ///   - server: The server's URL.
  ///   - application: The application's id.
  ///   - directory: The folder of the files, used by this application alone; created when needed.
  ///     If nil, a folder in Application Support.
  ///   - settings: The budget, and what is loaded in advance.
  ///   - transport: The connection to the server.
  ///   - dependencies: The clock.
  public init(
    server: URL, application: Name, directory: URL? = nil,
    settings: PictureSettings = PictureSettings(), transport: any Transport,
    dependencies: Dependencies = .device
  ) {
    baseURL = server.appending(path: "assets/\(application.string)")
    self.settings = settings
    self.transport = transport
    self.dependencies = dependencies
    let standard = AppFiles(application, "production", in: AppFiles.standardFolder).pictures
    folder = PictureFolder(directory ?? standard)
  }

  /// The file of a picture for a user, in the size of the settings.
  ///
  /// If it cannot be loaded, another size or variant that is on the device is used.
  ///
  /// - Parameters:
  ///   - asset: The picture.
  ///   - locale: The user's language and region.
  ///   - isDark: Whether the appearance is dark.
  /// - Returns: The file on the device.
  /// - Throws: `picture-unavailable`, `picture-mismatch`, `unreachable`.
  public func url(
    of asset: PictureAsset, locale: String?, isDark: Bool
  ) async throws(FlowMagicError) -> URL {
    let variant = asset.variant(locale: locale, isDark: isDark)
    let best = variant.file(width: settings.pixelWidth)
    do throws(FlowMagicError) {
      return try await url(of: best)
    } catch {
      for file in variant.files + asset.variants.flatMap(\.files) where isStored(file) {
        return folder.url(file.sha256)
      }
      throw error
    }
  }

  /// The file of a picture, loaded if it is not on the device.
  ///
  /// - Parameter file: The picture's file in the release.
  /// - Returns: The file on the device.
  /// - Throws: `picture-unavailable`, `picture-mismatch`, `unreachable`.
  public func url(of file: PictureAsset.File) async throws(FlowMagicError) -> URL {
    if isStored(file) { return folder.url(file.sha256) }
    let bytes = try await load(file, isPrefetch: false)
    if !isStored(file) {
      // The download may have been a prefetch, which does not store what exceeds the budget.
      try? folder.write(bytes, file.sha256, needed: neededFiles, budget: settings.budget)
    }
    guard isStored(file) else {
      throw FlowMagicError(
        .pictureUnavailable,
        "The picture \(file.sha256) was loaded, but cannot be stored on the device.")
    }
    return folder.url(file.sha256)
  }

  /// The bytes of a picture, loaded if they are not on the device.
  ///
  /// - Throws: `picture-unavailable`, `picture-mismatch`, `unreachable`.
  public func bytes(of file: PictureAsset.File) async throws(FlowMagicError) -> [UInt8] {
    folder.open()
    if let bytes = folder.read(file.sha256, hash: Self.hash) { return bytes }
    return try await load(file, isPrefetch: false)
  }

  /// Whether a picture is on the device and its bytes are valid.
  public func isStored(_ file: PictureAsset.File) -> Bool {
    folder.open()
    return folder.use(file.sha256, hash: Self.hash)
  }

  /// The number of stored files and their total size in bytes.
  public var usage: (files: Int, bytes: Int) {
    folder.open()
    return (folder.count, folder.bytes)
  }

  /// Removes all files, for example when a user signs out.
  public func removeAll() {
    prefetchTask?.cancel()
    folder.open()
    folder.removeAll()
    failures = [:]
    filesOverBudget = nil
  }
}

// MARK: Prefetching

extension PictureStore {
  /// Loads pictures in advance, one after the other, and cancels an earlier prefetch.
  ///
  /// Stops at the first picture that exceeds the budget, or if the server is unreachable.
  ///
  /// - Parameter files: The files that the current release needs, the most urgent first. They are
  ///   evicted only when there are no others.
  public func prefetch(_ files: [PictureAsset.File]) {
    prefetchTask?.cancel()
    neededFiles = Set(files.map(\.sha256))
    guard settings.prefetches, !files.isEmpty, neededFiles != filesOverBudget else { return }
    prefetchTask = Task(priority: .utility) { await self.loadAll(files) }
  }

  /// Stops loading in advance, for example in the background.
  public func cancelPrefetch() { prefetchTask?.cancel() }

  /// Waits until the prefetch has finished.
  package func waitForPrefetch() async { await prefetchTask?.value }

  private func loadAll(_ files: [PictureAsset.File]) async {
    folder.open()
    for file in files {
      guard !Task.isCancelled, neededFiles != filesOverBudget else { return }
      if isStored(file) { continue }
      do throws(FlowMagicError) {
        _ = try await load(file, isPrefetch: true)
      } catch {
        // One that is missing or corrupt does not keep the others from being loaded.
        if error.code == .unreachable { return }
      }
    }
  }
}

// MARK: Loading

extension PictureStore {
  private func load(
    _ file: PictureAsset.File, isPrefetch: Bool
  ) async throws(FlowMagicError) -> [UInt8] {
    let digest = file.sha256
    if let download = downloads[digest] {
      let result = await download.task.value
      // NB: a prefetch may not use all networks that this request may use.
      guard download.isPrefetch, !isPrefetch, case .failure = result else {
        return try result.get()
      }
    }
    if let download = downloads[digest] { return try await download.task.value.get() }
    if let failure = failures[digest], dependencies.uptime() - failure.at < Self.retryDelay {
      throw failure.error
    }
    let task = Task { () -> Result<[UInt8], FlowMagicError> in
      do throws(FlowMagicError) {
        return .success(try await self.request(digest, isPrefetch: isPrefetch))
      } catch {
        return .failure(error)
      }
    }
    downloads[digest] = Download(task: task, isPrefetch: isPrefetch)
    let result = await task.value
    return try result.get()
  }

  /// Downloads and stores a picture.
  ///
  /// If the disk is full, the bytes are still returned and can be shown.
  private func request(_ digest: String, isPrefetch: Bool) async throws(FlowMagicError) -> [UInt8] {
    defer { downloads[digest] = nil }
    do throws(FlowMagicError) {
      let bytes = try await receive(digest, isPrefetch: isPrefetch)
      failures[digest] = nil
      folder.open()
      if isPrefetch, folder.size(of: neededFiles) + bytes.count > settings.budget {
        // Storing it would evict a picture that is needed sooner.
        filesOverBudget = neededFiles
        return bytes
      }
      try? folder.write(bytes, digest, needed: neededFiles, budget: settings.budget)
      return bytes
    } catch {
      if !isPrefetch { failures[digest] = (error, dependencies.uptime()) }
      throw error
    }
  }

  private func receive(_ digest: String, isPrefetch: Bool) async throws(FlowMagicError) -> [UInt8] {
    var request = TransportRequest(
      .get, baseURL.appending(path: digest), headers: ["accept": "image/*"],
      maximumBytes: PictureFolder.maximumBytes)
    request.allowsMeteredNetworks = !isPrefetch || settings.prefetchesOnMeteredNetworks
    let response: TransportResponse
    do throws(TransportFailure) {
      response = try await transport.send(request)
    } catch {
      let code: FlowMagicError.Code =
        error.reason == .tooLarge ? .pictureUnavailable : .unreachable
      throw FlowMagicError(
        code, "The picture \(digest) cannot be loaded: \(error.description)")
    }
    guard response.status == 200 else {
      throw FlowMagicError(
        .pictureUnavailable,
        "The server responded to the request for the picture \(digest) with \(response.status).")
    }
    guard Self.hash(response.body) == digest else {
      throw FlowMagicError(
        .pictureMismatch,
        "The bytes received for the picture \(digest) do not have its hash, so it is not shown.")
    }
    return response.body
  }

  private static func hash(_ bytes: [UInt8]) -> String { SHA256.hash(data: bytes).hex }
}
