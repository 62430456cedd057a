import FlowMagic
import FlowMagicUI
import SwiftUI
import YogaClient
import YogaDomain

/// A screen of the flow: blocks drawn by FlowMagicUI, with native views for the app's own blocks.
///
/// If the width is regular, as on an iPad, a screen with the player has a second column with the
/// six practices.
struct YogaScreenView: View {
  let app: YogaModel
  let proxy: DrawnScreenProxy
  @Environment(\.horizontalSizeClass) private var sizeClass

  var body: some View {
    HStack(alignment: .top, spacing: 0) {
      DrawnScreenView(
        app.filtered(proxy), theme: proxy.theme, rejectedPressCount: proxy.rejectedPressCount,
        handlers: handlers)
      if isWide, app.showsPlayer(on: proxy.screen) {
        Divider()
        ScrollView { PlaylistView(app: app).padding(16) }.frame(width: 340)
      }
    }
  }

  private var isWide: Bool { sizeClass == .regular }

  private var handlers: BlockHandlers {
    var handlers = BlockHandlers(
      enter: { proxy.enter($0, in: $1) }, endEditing: { proxy.endEditing($0) },
      press: { app.press($0, on: proxy) }, choose: { proxy.choose($0, in: $1) },
      endVideo: { proxy.endVideo($0) }, custom: { custom($0) })
    handlers.picture = { proxy.picture($0) }
    handlers.pictureFile = { await proxy.pictureFile($0, isDark: $1) }
    return handlers
  }

  private func custom(_ block: ResolvedBlock) -> AnyView? {
    practiceView(block) ?? searchView(block) ?? accountView(block)
  }

  /// The views of blocks about myths and practices.
  private func practiceView(_ block: ResolvedBlock) -> AnyView? {
    if let header = block.properties(of: YogaBlocks.MythHeader.self) {
      return app.myth(header.myth, on: proxy).map { AnyView(MythHeaderView(app: app, myth: $0)) }
    }
    if let card = block.properties(of: YogaBlocks.MythCard.self) {
      return app.myth(card.myth, on: proxy).map {
        AnyView(MythCardView(app: app, myth: $0, isLocked: card.locked ?? false))
      }
    }
    if let card = block.properties(of: YogaBlocks.VideoCard.self) {
      return app.video(card, on: proxy).map { AnyView(VideoCardView(app: app, video: $0)) }
    }
    if let player = block.properties(of: YogaBlocks.Player.self) {
      return app.video(player).map { video in
        AnyView(
          PlayerView(app: app, video: video, showsPlaylist: !isWide) {
            guard let key = player.onEnd, !key.isEmpty else { return }
            app.press(Name(key), on: proxy)
          })
      }
    }
    if let downloads = block.properties(of: YogaBlocks.Downloads.self) {
      guard app.user != nil else { return AnyView(EmptyView()) }
      return AnyView(DownloadsView(app: app, myth: app.myth(downloads.myth, on: proxy)))
    }
    return nil
  }

  /// The views of blocks that help to find practices.
  private func searchView(_ block: ResolvedBlock) -> AnyView? {
    if block.properties(of: YogaBlocks.LengthFilter.self) != nil {
      return AnyView(LengthFilterView(app: app, proxy: proxy))
    }
    if block.properties(of: YogaBlocks.Glossary.self) != nil {
      return AnyView(GlossaryView(app: app))
    }
    return nil
  }

  /// The views of blocks about the user.
  private func accountView(_ block: ResolvedBlock) -> AnyView? {
    if let action = block.properties(of: YogaBlocks.Action.self) {
      return AnyView(ActionView(app: app, action: action))
    }
    if let camera = block.properties(of: YogaBlocks.Camera.self) {
      return AnyView(ProfilePictureView(app: app, prefersCamera: camera.source != "gallery"))
    }
    if block.properties(of: YogaBlocks.Avatar.self) != nil {
      return AnyView(AvatarView(app: app, side: 96))
    }
    if block.properties(of: YogaBlocks.PracticeSettings.self) != nil {
      return AnyView(PracticeSettingsView(app: app))
    }
    if block.properties(of: YogaBlocks.Streak.self) != nil {
      return AnyView(StreakView(app: app))
    }
    if block.properties(of: YogaBlocks.SyncStatus.self) != nil {
      return AnyView(SyncStatusView(app: app))
    }
    if block.properties(of: YogaBlocks.ExportLink.self) != nil {
      return AnyView(ExportView(app: app))
    }
    if block.properties(of: YogaBlocks.SignedOut.self) != nil { return AnyView(EmptyView()) }
    return nil
  }
}
