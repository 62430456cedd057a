import SwiftUI
import YogaClient
import YogaDomain

/// The player: the video, large labeled controls, and the six practices of its myth.
struct PlayerView: View {
  let app: YogaModel
  let video: Video
  let showsPlaylist: Bool
  let onEnd: () -> Void

  private var player: PlayerModel { app.player }

  var body: some View {
    VStack(alignment: .leading, spacing: 16) {
      videoArea
      if let current = player.video {
        Text(verbatim: current.name.text(in: app.language)).font(.title)
          .accessibilityAddTraits(.isHeader)
        Text(verbatim: current.text.text(in: app.language))
      }
      PlayerControls(app: app)
      PlayerOptions(app: app)
      if showsPlaylist { PlaylistView(app: app) }
    }
    .task(id: video.id) {
      // NB: only the end of the chosen video presses a button, not that of the other five.
      player.onEnd = { ended in if ended.id == video.id { onEnd() } }
      await player.show(video)
    }
    .onDisappear { player.close() }
  }

  private var videoArea: some View {
    ZStack {
      Color.black
      if let engine = player.engine as? AVPlayerEngine {
        PlayerSurface(player: engine.player)
      }
      switch player.phase {
      case .loading: ProgressView().controlSize(.large)
      case .ready: EmptyView()
      case .ended: endedOverlay
      case .failed(let reason): failureOverlay(reason)
      }
    }
    .aspectRatio(16 / 9, contentMode: .fit)
    .clipShape(RoundedRectangle(cornerRadius: 12))
  }

  private var endedOverlay: some View {
    VStack(spacing: 12) {
      label(.finished)
      if player.nextVideo != nil {
        Button(ClientText.nextPractice.text(in: app.language)) { Task { await player.move(1) } }
          .buttonStyle(.borderedProminent)
      }
      Button(ClientText.playAgain.text(in: app.language)) { player.playAgain() }
        .buttonStyle(.bordered)
    }
    .controlSize(.large)
  }

  private func failureOverlay(_ reason: ClientText) -> some View {
    VStack(spacing: 12) {
      label(reason)
      Button(ClientText.tryAgain.text(in: app.language)) { Task { await player.retry() } }
        .buttonStyle(.borderedProminent)
    }
    .controlSize(.large)
    .padding(16)
  }

  private func label(_ text: ClientText) -> some View {
    Text(verbatim: text.text(in: app.language)).font(.headline).foregroundStyle(Color.white)
      .multilineTextAlignment(.center)
  }
}

/// Play, seek, forward and back, and the next of the six.
struct PlayerControls: View {
  let app: YogaModel
  @Environment(\.dynamicTypeSize) private var typeSize

  private var player: PlayerModel { app.player }

  var body: some View {
    VStack(spacing: 12) {
      Slider(
        value: Binding { @MainActor in
          player.position
        } set: { @MainActor position in
          player.seek(to: position)
        }, in: 0...max(player.duration, 1), step: 1
      ) { Text(verbatim: ClientText.position.text(in: app.language)) }
      .accessibilityLabel(Text(verbatim: ClientText.position.text(in: app.language)))
      .accessibilityValue(Text(verbatim: time))
      Text(verbatim: time).font(.subheadline).monospacedDigit().accessibilityHidden(true)
      if let resumed = player.resumedAt, player.position < resumed + 5 {
        let text = ClientText.resumed.text(in: app.language)
        Text(verbatim: text.replacing("#", with: PlayerTime.text(resumed))).font(.caption)
      }
      // Large type needs the whole width for each button.
      if typeSize.isAccessibilitySize {
        VStack(spacing: 8) { buttons }
      } else {
        HStack(spacing: 8) { playbackButtons }
        HStack(spacing: 8) { playlistButtons }
      }
    }
  }

  private var time: String {
    "\(PlayerTime.text(player.position)) / \(PlayerTime.text(player.duration))"
  }

  @ViewBuilder private var buttons: some View {
    playbackButtons
    playlistButtons
  }

  @ViewBuilder private var playbackButtons: some View {
    button(.back10, "gobackward.10") { player.skip(-PlayerModel.skipInterval) }
      .keyboardShortcut(.leftArrow, modifiers: [])
    button(player.isPlaying ? .pause : .play, player.isPlaying ? "pause.fill" : "play.fill") {
      player.togglePlayback()
    }
    .keyboardShortcut(.space, modifiers: [])
    button(.forward10, "goforward.10") { player.skip(PlayerModel.skipInterval) }
      .keyboardShortcut(.rightArrow, modifiers: [])
  }

  @ViewBuilder private var playlistButtons: some View {
    button(.previous, "backward.end.fill") { Task { await player.move(-1) } }
      .disabled(player.previousVideo == nil)
    button(.next, "forward.end.fill") { Task { await player.move(1) } }
      .disabled(player.nextVideo == nil)
  }

  private func button(
    _ text: ClientText, _ symbol: String, _ action: @escaping @MainActor @Sendable () -> Void
  ) -> some View {
    Button(action: action) {
      VStack(spacing: 4) {
        Image(systemName: symbol).font(.title).accessibilityHidden(true)
        Text(verbatim: text.text(in: app.language)).font(.caption)
          .multilineTextAlignment(.center)
      }
      .frame(maxWidth: .infinity, minHeight: 56)
    }
    .buttonStyle(.bordered)
  }
}

/// Captions, bells and the favorite button.
struct PlayerOptions: View {
  let app: YogaModel

  var body: some View {
    VStack(alignment: .leading, spacing: 12) {
      CaptionsPicker(app: app)
      SettingToggle(app: app, setting: .bell, text: .bells)
      if let video = app.player.video { FavoriteButton(app: app, video: video) }
    }
  }
}

/// Adds a video to the favorites, or removes it.
struct FavoriteButton: View {
  let app: YogaModel
  let video: Video

  var body: some View {
    let isFavorite = app.practice.state.isFavorite(video.id)
    let text = isFavorite ? ClientText.removeFavorite : .addFavorite
    Button {
      app.practice.setFavorite(!isFavorite, video.id)
    } label: {
      HStack(spacing: 8) {
        Image(systemName: isFavorite ? "heart.fill" : "heart").accessibilityHidden(true)
        Text(verbatim: text.text(in: app.language))
      }
      .frame(minHeight: 44)
    }
    .buttonStyle(.bordered)
  }
}

/// The six practices of the current video's myth.
struct PlaylistView: View {
  let app: YogaModel
  @Environment(\.accessibilityReduceMotion) private var reducesMotion

  var body: some View {
    VStack(alignment: .leading, spacing: 8) {
      Text(verbatim: ClientText.practices.text(in: app.language)).font(.headline)
        .accessibilityAddTraits(.isHeader)
      ForEach(app.player.playlist, id: \.id) { video in
        let isCurrent = video == app.player.video
        Button {
          Task { await app.player.open(video, plays: true) }
        } label: {
          VideoCardView(app: app, video: video)
            .padding(8)
            .background(isCurrent ? Color.accentColor.opacity(0.15) : Color.clear)
            .clipShape(RoundedRectangle(cornerRadius: 12))
        }
        .buttonStyle(.plain)
        .accessibilityAddTraits(isCurrent ? .isSelected : AccessibilityTraits())
      }
    }
    .animation(reducesMotion ? nil : .default, value: app.player.video?.id)
  }
}
