#if canImport(SwiftUI) && !os(tvOS) && !os(watchOS)
  import FlowBlocks
  import FlowCore
  import Foundation
  import SwiftUI

  #if canImport(AVKit)
    import AVKit
  #endif

  /// A video with the system's controls; its poster where there is no player.
  struct VideoBlock: View {
    let block: ResolvedBlock
    let context: BlockContext

    var body: some View {
      #if canImport(AVKit)
        PlayerView(block: block, context: context)
      #else
        AsyncImage(url: block.asset(.poster, context)) { image in
          image.resizable().aspectRatio(contentMode: .fit)
        } placeholder: {
          context.color(.surface)
        }
      #endif
    }
  }

  #if canImport(AVKit)
    private struct PlayerView: View {
      let block: ResolvedBlock
      let context: BlockContext
      @State private var player: AVPlayer?

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
        if player == nil, let address = block.asset(.video, context) {
          player = AVPlayer(url: address)
        }
        player?.isMuted = isLoop
        if isLoop { player?.play() }
      }

      private func ended() {
        guard isLoop else { return context.handlers.end(block.key) }
        player?.seek(to: .zero)
        player?.play()
      }
    }
  #endif
#endif
