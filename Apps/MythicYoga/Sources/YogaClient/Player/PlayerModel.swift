public import Observation
public import YogaDomain

/// The player of a myth's six videos: it resumes where the user stopped, saves the position, and
/// counts practiced seconds.
///
/// The rules are those of the web app: only played seconds count as practiced, a video that was
/// only opened saves no position, and a finished one starts from its beginning the next time.
@MainActor @Observable
public final class PlayerModel {
  /// The state of the current video.
  public enum Phase: Hashable, Sendable {
    /// The video is being loaded.
    case loading
    /// The video can be played.
    case ready
    /// The video has ended.
    case ended
    /// The video cannot be played; the reason for the user.
    case failed(ClientText)
  }

  /// Returns the URL of a video, of its downloaded copy or of the stream, with its titles.
  public typealias SourceResolver = @MainActor (Video) async throws(YogaAPIError) -> PlayerSource

  /// The seconds that the buttons for forward and back pass to ``skip(_:)``.
  public nonisolated static let skipInterval = 10.0
  /// The change of the position, in seconds, after which it is saved.
  nonisolated static let saveInterval = 5.0
  /// Smaller changes of the position, in seconds, are not saved.
  nonisolated static let minimumPositionChange = 0.2
  /// After one practice has counted, ``finish()`` counts a further one only if at least this many
  /// seconds were played since it was opened.
  nonisolated static let minimumPractice = 5.0

  /// The current video; nil while no player is shown.
  public private(set) var video: Video?
  /// The state of the current video.
  public private(set) var phase = Phase.loading
  /// Whether the video is playing.
  public private(set) var isPlaying = false
  /// The position in seconds.
  public private(set) var position = 0.0
  /// The length in seconds; that of the catalog until the video is loaded.
  public private(set) var duration = 0.0
  /// The position in seconds at which the video was resumed; nil if it started from its beginning.
  public private(set) var resumedAt: Double?

  /// Plays the videos; views get the picture from it.
  @ObservationIgnored public let engine: any PlayerEngine
  @ObservationIgnored private let practice: PracticeSync
  @ObservationIgnored private let catalog: Catalog
  @ObservationIgnored private let resolveSource: SourceResolver
  @ObservationIgnored private let utcOffset: @Sendable () -> Int
  /// Called when a video has ended, after the practice was saved.
  @ObservationIgnored public var onEnd: (Video) -> Void = { _ in }
  /// Distinguishes the current loading from earlier ones, whose results are ignored.
  @ObservationIgnored private var loadGeneration = 0
  @ObservationIgnored private var playsWhenLoaded = false
  /// The position, in seconds, to continue at after the video is loaded.
  @ObservationIgnored private var resumePosition: Double?
  @ObservationIgnored private var savedPosition = 0.0
  @ObservationIgnored private var lastPosition: Double?
  @ObservationIgnored private var practicedSeconds = 0.0
  /// Those of ``practicedSeconds`` from before the video was opened.
  @ObservationIgnored private var practicedBefore = 0.0
  /// Whether the current practice has counted.
  @ObservationIgnored private var isPracticeCounted = false
  /// Whether any practice has counted since the player was shown.
  @ObservationIgnored private var hasCountedPractice = false

  /// Creates a player.
  ///
  /// - Parameters:
  ///   - engine: Plays the videos.
  ///   - practice: Keeps positions, settings and finished practices.
  ///   - catalog: The videos.
  ///   - utcOffset: Returns the UTC offset of the local time, in minutes.
  ///   - resolveSource: Returns the URL of a video, with its titles.
  public init(
    engine: any PlayerEngine, practice: PracticeSync, catalog: Catalog = .current,
    utcOffset: @escaping @Sendable () -> Int, resolveSource: @escaping SourceResolver
  ) {
    self.engine = engine
    self.practice = practice
    self.catalog = catalog
    self.utcOffset = utcOffset
    self.resolveSource = resolveSource
    engine.onEvent = { [weak self] event in self?.handle(event) }
  }

  /// The six videos of the current myth.
  public var playlist: [Video] { video.flatMap { catalog.myth($0.mythID)?.videos } ?? [] }
  /// The next of the six; nil after the last.
  public var nextVideo: Video? { video.flatMap { catalog.video(after: $0.id) } }
  /// The previous of the six; nil before the first.
  public var previousVideo: Video? { video.flatMap { catalog.video(before: $0.id) } }

  // MARK: Opening

  /// Shows a video at the saved position, without playing it; does nothing if it is shown already.
  public func show(_ video: Video) async {
    guard self.video != video else { return }
    await open(video, plays: false)
  }

  /// Opens a video at the saved position.
  public func open(_ video: Video, plays: Bool) async {
    save()
    self.video = video
    // What was practiced before, also on another device, counts when the video is finished.
    practicedSeconds = practice.state.practicedSeconds(of: video.id)
    practicedBefore = practicedSeconds
    isPracticeCounted = false
    await load(video, at: practice.state.position(of: video.id), plays: plays)
  }

  /// Goes to the next (1) or the previous (−1) of the six videos; it plays if the current one does
  /// or has ended.
  public func move(_ step: Int) async {
    guard let other = step > 0 ? nextVideo : previousVideo else { return }
    await open(other, plays: isPlaying || phase == .ended)
  }

  /// Retries a video that failed to play, with new links, at the same position.
  public func retry() async {
    guard let video, case .failed = phase else { return }
    await load(video, at: position > 0 ? position : resumePosition, plays: true)
  }

  /// Stops, and saves the position.
  public func close() {
    save()
    loadGeneration += 1
    engine.unload()
    video = nil
    isPlaying = false
    hasCountedPractice = false
  }

  private func load(_ video: Video, at position: Double?, plays: Bool) async {
    loadGeneration += 1
    let generation = loadGeneration
    phase = .loading
    isPlaying = false
    resumePosition = position
    playsWhenLoaded = plays
    resumedAt = nil
    lastPosition = nil
    duration = Double(video.seconds)
    self.position = position ?? 0
    engine.unload()
    do {
      let source = try await resolveSource(video)
      guard generation == loadGeneration else { return }
      engine.load(source)
    } catch {
      guard generation == loadGeneration else { return }
      phase = .failed(error == .offline ? .videoOffline : .videoFailed)
    }
  }

  // MARK: Controls

  /// Plays the video, or pauses it; while it is loading, decides whether it then plays.
  public func togglePlayback() {
    switch phase {
    case .ready where isPlaying: engine.pause()
    case .ready: engine.play()
    case .ended: playAgain()
    case .loading: playsWhenLoaded.toggle()
    case .failed: break
    }
  }

  /// Plays a video that has ended from its beginning.
  public func playAgain() {
    guard phase == .ended else { return }
    phase = .ready
    resetPracticedSeconds()
    isPracticeCounted = false
    seek(to: 0)
    engine.play()
  }

  /// Moves by a number of seconds; negative ones move back.
  public func skip(_ seconds: Double) { seek(to: position + seconds) }

  /// Continues at a position in seconds.
  public func seek(to seconds: Double) {
    let target = min(max(seconds.isFinite ? seconds : 0, 0), duration)
    position = target
    lastPosition = nil
    switch phase {
    case .loading: resumePosition = target
    case .ended:
      phase = .ready
      engine.seek(to: target)
    case .ready: engine.seek(to: target)
    case .failed: break
    }
  }

  /// Counts the current practice as finished, as the user has confirmed.
  ///
  /// It counts at most once, even if the video has already ended. A second practice must have
  /// played ``minimumPractice`` seconds since it was opened.
  public func finish() {
    guard let video, !isPracticeCounted,
      !hasCountedPractice || practicedSeconds - practicedBefore >= Self.minimumPractice
    else { return }
    if isPlaying { engine.pause() }
    // So that `save()` does not overwrite the position that `practice.finish` resets.
    savedPosition = position
    recordPractice(of: video, seconds: max(1, Int(practicedSeconds.rounded())))
  }

  private func resetPracticedSeconds() {
    practicedSeconds = 0
    practicedBefore = 0
  }

  private func recordPractice(of video: Video, seconds: Int) {
    resetPracticedSeconds()
    isPracticeCounted = true
    hasCountedPractice = true
    practice.finish(video.id, seconds: seconds, utcOffset: utcOffset())
  }

  /// Saves the position, for example before the app is suspended.
  public func save() {
    guard let video, phase == .ready,
      abs(position - savedPosition) >= Self.minimumPositionChange
    else { return }
    savedPosition = position
    guard position > 1 else { return }
    practice.setPosition(
      (position * 10).rounded() / 10, practiced: (practicedSeconds * 10).rounded() / 10,
      of: video.id)
  }

  /// Applies the user's settings for captions and bells, which may have changed on another device.
  public func applySettings() {
    let captions = practice.state.value(of: .captions)
    engine.showCaptions(in: captions == "off" ? nil : captions)
    engine.setBells(practice.state.isOn(.bell))
  }

  // MARK: Events

  private func handle(_ event: PlayerEvent) {
    guard video != nil else { return }
    switch event {
    case .ready(let duration): handleReady(duration: duration)
    case .playing(let isPlaying):
      self.isPlaying = isPlaying
      if !isPlaying { save() }
    case .position(let seconds): advance(to: seconds)
    case .ended: handleEnd()
    case .failed:
      isPlaying = false
      phase = .failed(.videoFailed)
    }
  }

  private func handleReady(duration seconds: Double) {
    guard phase == .loading else { return }
    if seconds.isFinite, seconds > 0 { duration = seconds }
    phase = .ready
    if let resumePosition, resumePosition > 0, resumePosition < duration - 1 {
      position = resumePosition
      resumedAt = resumePosition
      engine.seek(to: resumePosition)
    } else {
      position = 0
    }
    // A video that was only opened does not save its position: another device may have continued
    // it.
    savedPosition = position
    resumePosition = nil
    applySettings()
    if playsWhenLoaded { engine.play() }
  }

  private func advance(to seconds: Double) {
    guard phase == .ready, seconds.isFinite else { return }
    let elapsed = seconds - (lastPosition ?? seconds)
    // Skipped parts do not count as practiced.
    if isPlaying, elapsed > 0, elapsed < 2 { practicedSeconds += elapsed }
    lastPosition = seconds
    position = seconds
    if isPlaying, abs(position - savedPosition) >= Self.saveInterval { save() }
  }

  private func handleEnd() {
    guard phase == .ready, let video else { return }
    phase = .ended
    isPlaying = false
    position = duration
    let seconds = Int(practicedSeconds.rounded())
    resetPracticedSeconds()
    lastPosition = nil
    savedPosition = 0
    if seconds > 0 { recordPractice(of: video, seconds: seconds) }
    onEnd(video)
  }
}

/// Texts for positions in a video.
public enum PlayerTime {
  /// Returns a position such as `1:05`.
  public static func text(_ seconds: Double) -> String {
    let totalSeconds = Int(max(seconds.isFinite ? seconds : 0, 0))
    let remainder = totalSeconds % 60
    return "\(totalSeconds / 60):\(remainder < 10 ? "0" : "")\(remainder)"
  }
}
