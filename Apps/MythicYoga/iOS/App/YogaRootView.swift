import FlowMagic
import FlowMagicUI
import Foundation
import Network
import SwiftUI
import YogaClient

/// The flow; beside a sidebar if the width is regular, as on an iPad, and a user is signed in.
struct YogaRootView: View {
  let app: YogaModel
  @State private var network = NetworkMonitor()
  @Environment(\.horizontalSizeClass) private var sizeClass
  @Environment(\.scenePhase) private var scenePhase

  var body: some View {
    // NB: not a split view, which would create the flow's view again whenever the width changes.
    HStack(spacing: 0) {
      if sizeClass == .regular, app.user != nil {
        SidebarView(app: app).frame(width: 280)
        Divider()
      }
      FlowView(app.navigator) {
        ForDrawn { proxy in YogaScreenView(app: app, proxy: proxy) }
      }
    }
    .overlay { if app.isWorking { BusyView() } }
    .onOpenURL { app.open($0) }
    .sheet(item: emailLink) { link in EmailLinkView(app: app, link: link) }
    .alert(Text(verbatim: app.alert ?? ""), isPresented: isAlertShown) {
      Button(ClientText.ok.text(in: app.language)) { app.dismissAlert() }
    }
    .task { await app.start() }
    .task {
      for await _ in network.connections() { await app.refresh() }
    }
    .onChange(of: scenePhase) { _, phase in
      switch phase {
      case .active: Task { await app.refresh() }
      case .background: app.player.save()
      default: break
      }
    }
  }

  private var emailLink: Binding<EmailLink?> {
    Binding { @MainActor in
      app.emailLink
    } set: { @MainActor link in
      app.emailLink = link
    }
  }

  private var isAlertShown: Binding<Bool> {
    Binding { @MainActor in
      app.alert != nil && app.emailLink == nil
    } set: { @MainActor isShown in
      if !isShown { app.dismissAlert() }
    }
  }
}

/// Reports when the network is available.
final class NetworkMonitor: Sendable {
  /// Returns a stream with an element at first, and after each change, if there is a connection.
  func connections() -> AsyncStream<Void> {
    AsyncStream { continuation in
      let monitor = NWPathMonitor()
      monitor.pathUpdateHandler = { path in
        if path.status == .satisfied { continuation.yield() }
      }
      continuation.onTermination = { _ in monitor.cancel() }
      monitor.start(queue: DispatchQueue(label: "dev.flowmagic.yoga.network"))
    }
  }
}
