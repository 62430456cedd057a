public import YogaDomain

/// The downloaded videos of a device, and those that are being downloaded.
///
/// The index itself accesses neither files nor the network. The system can report the events of a
/// download in a later launch of the app, so each event names its video.
public struct DownloadIndex: Codable, Hashable, Sendable {
  /// The state of a download.
  public enum State: Codable, Hashable, Sendable {
    /// The download is to be started, or waits for the network.
    case pending
    /// The download runs; the loaded fraction from 0 to 1.
    case running(Double)
    /// The video is on the device.
    case downloaded
    /// The download failed; it can be requested again.
    case failed
  }

  /// A download.
  public struct Entry: Codable, Hashable, Sendable {
    /// The state.
    public var state: State
    /// The path of the copy, relative to the home folder, whose own path changes with each update
    /// of the app; nil until the system has chosen it.
    public var path: String?
    /// The size of the copy in bytes; 0 until it is complete.
    public var byteCount: Int

    init(_ state: State, path: String? = nil, byteCount: Int = 0) {
      self.state = state
      self.path = path
      self.byteCount = byteCount
    }
  }

  /// The user who downloaded the videos; nil until a user has logged in.
  public private(set) var user: String?
  /// The downloads by the video's id.
  public private(set) var entries: [String: Entry] = [:]

  /// Creates an empty index.
  public init(user: String? = nil) { self.user = user }

  /// The state of a video's download; nil if none was requested.
  public func state(of video: String) -> State? { entries[video]?.state }

  /// The path of the complete copy of a video, relative to the home folder; nil without one.
  public func path(of video: String) -> String? {
    guard let entry = entries[video], entry.state == .downloaded else { return nil }
    return entry.path
  }

  /// The total size of the complete copies, in bytes.
  public var byteCount: Int { entries.values.reduce(0) { $0 + $1.byteCount } }

  /// The videos with complete copies, in the catalog's order.
  public func downloadedVideos(in catalog: Catalog = .current) -> [Video] {
    catalog.videos.filter { entries[$0.id]?.state == .downloaded }
  }

  // MARK: Changes

  /// Removes the path of the incomplete copy of a failed download, before it is requested again.
  ///
  /// - Returns: The path of the copy to remove; nil if there is none.
  public mutating func discardIncompleteCopy(of video: String) -> String? {
    guard let entry = entries[video], entry.state == .failed else { return nil }
    entries[video]?.path = nil
    return entry.path
  }

  /// Requests a download; false if the video is on the device, or being downloaded.
  public mutating func request(_ video: String) -> Bool {
    switch entries[video]?.state {
    case nil, .failed:
      entries[video] = Entry(.pending)
      return true
    case .pending, .running, .downloaded: return false
    }
  }

  /// Updates the loaded fraction of a video, from 0 to 1.
  public mutating func updateProgress(of video: String, to fraction: Double) {
    switch entries[video]?.state {
    case .pending: entries[video]?.state = .running(Self.clamped(fraction))
    case .running(let before):
      // Several renditions are loaded one after the other; the bar never moves back.
      entries[video]?.state = .running(max(before, Self.clamped(fraction)))
    case .downloaded, .failed, nil: break
    }
  }

  /// Sets the path that the system has chosen for a copy, which is not complete yet.
  ///
  /// - Returns: The path to remove: this one, if the download was cancelled in the meantime or
  ///   another copy is complete; or that of an incomplete copy that this one replaces.
  public mutating func setPath(_ path: String, of video: String) -> String? {
    guard let entry = entries[video], entry.state != .downloaded else {
      return entries[video]?.path == path ? nil : path
    }
    entries[video]?.path = path
    return entry.path == path ? nil : entry.path
  }

  /// Ends a download.
  ///
  /// - Parameters:
  ///   - video: The video's id.
  ///   - succeeded: Whether the copy is complete.
  ///   - byteCount: The size of the copy, in bytes.
  /// - Returns: The path of an incomplete copy to remove; nil if there is none.
  public mutating func finish(_ video: String, succeeded: Bool, byteCount: Int) -> String? {
    guard let entry = entries[video], entry.state != .downloaded else { return nil }
    guard succeeded, let path = entry.path else {
      entries[video] = Entry(.failed)
      return entry.path
    }
    entries[video] = Entry(.downloaded, path: path, byteCount: max(0, byteCount))
    return nil
  }

  /// Removes the download of a video, whatever its state.
  ///
  /// - Returns: The path of the copy to remove; nil if there is none.
  public mutating func remove(_ video: String) -> String? {
    entries.removeValue(forKey: video)?.path
  }

  /// Compares the index with the device after a launch.
  ///
  /// - Parameters:
  ///   - running: The videos whose downloads the system still runs.
  ///   - exists: Returns whether there is still a copy at a path; the system may have removed it to
  ///     free space.
  /// - Returns: The downloads to cancel, which are not in the index.
  public mutating func reconcile(running: Set<String>, exists: (String) -> Bool) -> Set<String> {
    for (video, entry) in entries {
      switch entry.state {
      case .downloaded:
        if entry.path.map(exists) != true { entries[video] = nil }
      case .pending, .running:
        if !running.contains(video) { entries[video] = Entry(.failed, path: entry.path) }
      case .failed: break
      }
    }
    return running.filter { entries[$0] == nil }
  }

  private static func clamped(_ fraction: Double) -> Double {
    fraction.isFinite ? min(max(fraction, 0), 1) : 0
  }
}
