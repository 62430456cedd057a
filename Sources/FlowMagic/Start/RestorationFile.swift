public import FlowCore
public import Foundation

/// A file with a navigator's state, for the next launch.
///
/// On Apple systems the file is encrypted while the device is locked and excluded from backups. It
/// is written after each change, and removed when the flow ends.
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
  /// The maximum size of a file that is read, in bytes.
  private static let maximumBytes = 16 << 20

  /// Creates a reference to a file; the file and its folder are created when needed.
  public init(_ url: URL) { path = url.path }

  /// The state that an earlier launch saved; nil if there is none.
  ///
  /// - Throws: `state-not-read` if there is a file that cannot be read.
  public nonisolated func read() throws(FlowMagicError) -> JSON? {
    do {
      guard let bytes = try DurableFile.read(path, limit: Self.maximumBytes) else { return nil }
      return try JSON(parsing: bytes)
    } catch {
      throw FlowMagicError(
        .stateNotRead,
        "The state of the last launch cannot be read, so the flow starts from its beginning: "
          + "\(error)")
    }
  }

  /// Writes a state, unless a later one (with a higher number) has already been written.
  func write(_ state: NavigatorState, number: Int) throws(FlowMagicError) {
    guard number > lastNumber else { return }
    lastNumber = number
    let hasEnded = state.outcome != nil || state.failure != nil
    let newBytes = hasEnded ? nil : state.saved?.utf8(.compact)
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
