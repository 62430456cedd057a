@preconcurrency import AVFoundation
import YogaClient

/// Plays videos with `AVPlayer`, also while the screen is locked and over AirPlay.
@MainActor
final class AVPlayerEngine: PlayerEngine {
  var onEvent: ((PlayerEvent) -> Void)?
  /// The player, for views that show it.
  let player = AVPlayer()

  private var item: AVPlayerItem?
  private var captionGroup: AVMediaSelectionGroup?
  private var audioGroup: AVMediaSelectionGroup?
  private var loadTask: Task<Void, Never>?
  private var wasPlaying = false

  init() {
    // Captions that are off stay off, whatever the system prefers.
    player.appliesMediaSelectionCriteriaAutomatically = false
    player.audiovisualBackgroundPlaybackPolicy = .continuesIfPossible
    observe()
  }

  // MARK: PlayerEngine

  func load(_ source: PlayerSource) {
    unload()
    loadTask = Task { await load(AVURLAsset(url: source.url), source) }
  }

  func play() {
    let session = AVAudioSession.sharedInstance()
    // With the default category, silent mode would mute the video.
    try? session.setCategory(.playback, mode: .moviePlayback)
    try? session.setActive(true)
    player.play()
    report()
  }

  func pause() {
    player.pause()
    report()
  }

  func seek(to seconds: Double) {
    player.seek(
      to: CMTime(seconds: seconds, preferredTimescale: 600), toleranceBefore: .zero,
      toleranceAfter: .zero)
  }

  func showCaptions(in language: String?) {
    guard let item, let captionGroup else { return }
    let option = captionGroup.options.first { option in
      guard let language else { return false }
      return option.extendedLanguageTag?.hasPrefix(language) == true
    }
    item.select(option, in: captionGroup)
  }

  func setBells(_ isOn: Bool) {
    guard let item, let audioGroup else { return }
    // The playlist's default sound has bells; the other one has none.
    let quiet = audioGroup.options.first { $0 != audioGroup.defaultOption }
    item.select(isOn ? audioGroup.defaultOption : quiet ?? audioGroup.defaultOption, in: audioGroup)
  }

  func unload() {
    loadTask?.cancel()
    loadTask = nil
    (item, captionGroup, audioGroup) = (nil, nil, nil)
    player.pause()
    player.replaceCurrentItem(with: nil)
    wasPlaying = false
  }

  // MARK: Loading

  private func load(_ asset: AVURLAsset, _ source: PlayerSource) async {
    do {
      let (isPlayable, duration) = try await asset.load(.isPlayable, .duration)
      let captionGroup = try await asset.loadMediaSelectionGroup(for: .legible)
      let audioGroup = try await asset.loadMediaSelectionGroup(for: .audible)
      guard !Task.isCancelled else { return }
      guard isPlayable else {
        onEvent?(.failed)
        return
      }
      let item = AVPlayerItem(asset: asset)
      item.externalMetadata = Self.metadata(source)
      (self.item, self.captionGroup, self.audioGroup) = (item, captionGroup, audioGroup)
      player.replaceCurrentItem(with: item)
      onEvent?(.ready(duration: duration.seconds))
    } catch {
      if !Task.isCancelled { onEvent?(.failed) }
    }
  }

  /// The title and the myth, for the lock screen.
  private static func metadata(_ source: PlayerSource) -> [AVMetadataItem] {
    let values: [(AVMetadataIdentifier, String)] = [
      (.commonIdentifierTitle, source.title), (.commonIdentifierArtist, source.subtitle),
    ]
    return values.map { identifier, value in
      let item = AVMutableMetadataItem()
      item.identifier = identifier
      item.extendedLanguageTag = "und"
      item.value = NSString(string: value)
      return item
    }
  }

  // MARK: Observing

  private func observe() {
    let interval = CMTime(seconds: 0.25, preferredTimescale: 600)
    // NB: also called when playback starts or stops, for example for a phone call.
    _ = player.addPeriodicTimeObserver(forInterval: interval, queue: .main) { [weak self] time in
      MainActor.assumeIsolated { self?.advance(to: time) }
    }
    let names: [(Notification.Name, PlayerEvent)] = [
      (.AVPlayerItemDidPlayToEndTime, .ended), (.AVPlayerItemFailedToPlayToEndTime, .failed),
    ]
    for (name, event) in names {
      _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: .main) {
        [weak self] notification in
        let sender = (notification.object as? AVPlayerItem).map { ObjectIdentifier($0) }
        MainActor.assumeIsolated { self?.end(sender, event) }
      }
    }
  }

  private func advance(to time: CMTime) {
    guard item != nil else { return }
    report()
    onEvent?(.position(time.seconds))
  }

  private func end(_ sender: ObjectIdentifier?, _ event: PlayerEvent) {
    guard let item, sender == ObjectIdentifier(item) else { return }
    onEvent?(event)
  }

  /// Reports whether the video plays, if that has changed.
  private func report() {
    let isPlaying = player.timeControlStatus != .paused
    guard isPlaying != wasPlaying else { return }
    wasPlaying = isPlaying
    onEvent?(.playing(isPlaying))
  }
}
