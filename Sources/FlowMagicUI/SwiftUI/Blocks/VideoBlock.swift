#if canImport(SwiftUI) && !os(tvOS) && !os(watchOS)
  import FlowBlocks
  import FlowCore
  import Foundation
  import SwiftUI

  #if canImport(AVKit)
    import AVKit
  #endif

  /// A video with the system's controls; only its poster where no player is available.
  struct VideoBlock: View {
    let block: ResolvedBlock
    let context: BlockContext

    var body: some View {
      #if canImport(AVKit)
        PlayerView(block: block, context: context)
      #else
        PictureView(
          name: block.name(.poster) ?? block.text(.poster).map { Name($0) }, fills: false,
          ratio: nil, context: context)
      #endif
    }
  }

  #if canImport(AVKit)
    private struct PlayerView: View {
      let block: ResolvedBlock
      let context: BlockContext
      @State private var player: AVPlayer?
      @SwiftUI.Environment(\.accessibilityReduceMotion) private var reducesMotion

      var body: some View {
        VideoPlayer(player: player)
          .aspectRatio(16 / 9, contentMode: .fit)
          .onAppear { start() }
          .onDisappear { player?.pause() }
          .onReceive(
            NotificationCenter.default.publisher(for: .AVPlayerItemDidPlayToEndTime)
          ) { notification in
            guard let item = notification.object as? AVPlayerItem, item === player?.currentItem
            else { return }
            ended()
          }
      }

      private var isLoop: Bool { block.name(.play) == "loopMuted" }

      private func start() {
        if player == nil, let url = block.asset(.video, context) {
          player = AVPlayer(url: url)
        }
        player?.isMuted = isLoop
        if isLoop, !reducesMotion { player?.play() }
      }

      private func ended() {
        guard isLoop else { return context.handlers.endVideo(block.key) }
        player?.seek(to: .zero)
        player?.play()
      }
    }
  #endif
#endif
