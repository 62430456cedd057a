import FlowMagic
import FlowMagicUI
import SwiftUI

/// The shop's flows.
///
/// The screens are composed of blocks, so one entry draws all of them, including those that arrive
/// with a release, with native controls.
struct ShopView: View {
  let navigator: Navigator

  var body: some View {
    FlowView(navigator) {
      ForDrawn { drawn in DrawnScreenView(drawn) }
    }
    .overlay { FinishedView() }
    .environment(navigator)
  }
}

/// Shown over the last screen after the flow has ended.
struct FinishedView: View {
  @Environment(Navigator.self) private var navigator

  var body: some View {
    if navigator.outcome != nil {
      VStack {
        Text("That is all, thank you.")
        Button("Start again") { navigator.restart() }
      }
    }
  }
}
