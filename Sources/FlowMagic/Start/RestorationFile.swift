public import FlowCore
public import Foundation

/// A file with a navigator's state, for the next launch.
///
/// It is written after each change, and removed when the flow ends. On Apple systems the file is
/// excluded from backups, and encrypted until the device is first unlocked after a restart. If an
/// app is launched before that, or the file cannot be read for another reason, the file stays as it
/// is and is read at the next launch, unless this one discards that state: its flow ends, or
/// `restart()` is called. A corrupt file is replaced.
///
/// ```swift
/// let navigator = try Navigator(
///   screens: screens, default: flows, restoration: RestorationFile(url))
/// ```
public actor RestorationFile {
  private nonisolated let path: String
  /// The number of the latest state that was passed to `write`.
  private var lastNumber = 0
  /// The contents that were written last; nil if the file was removed.
  private var bytes: [UInt8]?
  /// Whether `bytes` are the contents of the file.
  private var isCurrent = false
  /// Whether the file could not be read, so that it is kept for the next launch.
  private nonisolated let isKept = Locked(false)
  /// The maximum size of a file that is read, in bytes.
  private static let maximumBytes = 16 << 20

  /// Creates a reference to a file; the file and its folder are created when needed.
  public init(_ url: URL) { path = url.path }

  /// The state that an earlier launch saved; nil if there is none.
  ///
  /// - Throws: `state-not-read` if there is a file that cannot be read.
  public nonisolated func read() throws(FlowMagicError) -> JSON? {
    do throws(DurableFile.Failure) {
      guard let bytes = try DurableFile.read(path, limit: Self.maximumBytes) else { return nil }
      if let state = try? JSON(parsing: bytes) { return state }
    } catch {
      guard error.isTooLarge else {
        isKept.withLock { $0 = true }
        throw FlowMagicError(
          .stateNotRead,
          "The state of the last launch cannot be read now, so the flow starts from its beginning. "
            + "The file is kept for the next launch, and this launch saves no state before the "
            + "flow ends or is restarted: \(error)")
      }
    }
    throw FlowMagicError(
      .stateNotRead,
      "The state of the last launch is corrupt, so the flow starts from its beginning, and its "
        + "state replaces the file.")
  }

  /// Lets ``write(_:number:)`` replace a kept file, because this launch has discarded its state.
  ///
  /// NB: not part of `write`, which skips a state if a later one is written first.
  nonisolated func stopKeeping() { isKept.withLock { $0 = false } }

  /// Writes a state, unless a later one (with a higher number) has already been written, or the
  /// file is kept for the next launch.
  func write(_ state: NavigatorState, number: Int) throws(FlowMagicError) {
    guard number > lastNumber, !isKept.withLock({ $0 }) else { return }
    lastNumber = number
    let newBytes = state.hasEnded ? nil : state.saved?.utf8(.compact)
    guard newBytes != bytes || !isCurrent else { return }
    isCurrent = true
    bytes = newBytes
    do throws(DurableFile.Failure) {
      guard let newBytes else { return DurableFile.remove(path) }
      try DurableFile.makeDirectory((path as NSString).deletingLastPathComponent)
      try DurableFile.replace(path, with: newBytes, isConfidential: true)
    } catch {
      isCurrent = false
      throw FlowMagicError(
        .stateNotWritten, "The state cannot be saved for the next launch: \(error).")
    }
  }
}
