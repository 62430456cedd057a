public import NIOPosix

extension ProfilePicture {
  /// Two threads that only decode pictures, which takes up to seconds each.
  ///
  /// NB: not those of `NIOThreadPool.singleton`, which read files for everyone. The number also
  /// limits the memory of the pictures that are decoded at the same time.
  public static let decodingThreads: NIOThreadPool = {
    let threads = NIOThreadPool(numberOfThreads: 2)
    threads.start()
    return threads
  }()

  /// Creates a profile picture as ``make(from:crop:limits:)`` does, without blocking the caller.
  ///
  /// - Parameters:
  ///   - bytes: The file: JPEG, PNG or WebP.
  ///   - crop: The chosen square; if nil, the largest centered one.
  ///   - threads: The threads, of which one decodes the file.
  /// - Returns: The picture in two sizes.
  /// - Throws: ``ProfilePictureError``; `CancellationError` if the task was cancelled before a
  ///   thread was free, or the threads are shut down.
  public static func decode(
    _ bytes: [UInt8], crop: Crop? = nil, on threads: NIOThreadPool = Self.decodingThreads
  ) async throws -> ProfilePicture {
    try await threads.runIfActive { try Self.make(from: bytes, crop: crop) }
  }
}
