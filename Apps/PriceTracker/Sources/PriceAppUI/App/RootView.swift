#if canImport(SwiftUI) && canImport(UIKit) && canImport(WebKit)
  import FlowMagic
  import FlowMagicUI
  import Foundation
  import PriceApp
  import PriceClient
  import PriceDomain
  import SwiftUI

  /// The flows, with a tab bar on phones and a sidebar on wide screens.
  struct RootView: View {
    let session: AppSession
    @SwiftUI.Environment(\.horizontalSizeClass) private var width

    var body: some View {
      let tab = TabSelection.tab(in: session.navigator)
      ZStack {
        if width == .regular, tab != nil {
          NavigationSplitView {
            Sidebar(session: session, current: tab)
          } detail: {
            FlowScreens(session: session)
          }
        } else {
          FlowScreens(session: session)
            .safeAreaInset(edge: .bottom) {
              if let tab { TabBar(session: session, current: tab) }
            }
        }
      }
      .overlay(alignment: .top) { ErrorBanner(session: session) }
      .tint(Palette.accent)
    }
  }

  /// The tab of the shown screen, and how to change it.
  @MainActor
  enum TabSelection {
    /// The tab of the latest step of the path that has one, otherwise home; nil on screens without
    /// a tab bar, such as the tutorial and the log-in.
    static func tab(in navigator: Navigator) -> AppFlows.Tab? {
      guard navigator.layers.count == 1, let current = navigator.current,
        navigator.screens[current.screen]?.ports.contains("explore") == true
      else { return nil }
      let steps = navigator.path.reversed().lazy
      return steps.compactMap { AppFlows.Tab(rawValue: $0.step.string) }.first ?? .home
    }

    /// Switches to a tab through the port of the shown screen, so that the flow decides.
    static func go(to tab: AppFlows.Tab, in navigator: Navigator) {
      navigator.firePort(of: tab)
    }
  }

  extension Navigator {
    fileprivate func firePort(of tab: AppFlows.Tab) {
      if let proxy = screen(HomeScreen.self), proxy.isCurrent { return fire(proxy, tab) }
      if let proxy = screen(TrackingScreen.self), proxy.isCurrent { return fire(proxy, tab) }
      if let proxy = screen(ExploreScreen.self), proxy.isCurrent { return fire(proxy, tab) }
      if let proxy = screen(SeeAllScreen.self), proxy.isCurrent { return fire(proxy, tab) }
      if let proxy = screen(AddScreen.self), proxy.isCurrent { return fire(proxy, tab) }
      if let proxy = screen(ProductScreen.self), proxy.isCurrent { return fire(proxy, tab) }
      if let proxy = screen(SettingsScreen.self), proxy.isCurrent { return fire(proxy, tab) }
    }

    private func fire<S: PriceScreen>(_ proxy: ScreenProxy<S>, _ tab: AppFlows.Tab)
    where S.Port: RawRepresentable<String> {
      if let port = S.Port(rawValue: tab.rawValue) { proxy.fire(port) }
    }
  }

  /// The tab bar of phones, with “+” in the middle.
  struct TabBar: View {
    let session: AppSession
    let current: AppFlows.Tab

    var body: some View {
      HStack {
        ForEach(AppFlows.Tab.allCases) { tab in
          Button {
            TabSelection.go(to: tab, in: session.navigator)
          } label: {
            VStack(spacing: 2) {
              Image(systemName: tab.symbol)
              Text(session.texts(tab.title)).font(.caption)
            }
            .frame(maxWidth: .infinity, minHeight: 44)
          }
          .buttonStyle(.plain)
          .foregroundStyle(tab == current ? Palette.accent : Palette.muted)
          .accessibilityAddTraits(tab == current ? .isSelected : AccessibilityTraits())
        }
      }
      .padding(.vertical, 4)
      .background(Palette.bar)
    }
  }

  /// The sidebar of wide screens.
  struct Sidebar: View {
    let session: AppSession
    let current: AppFlows.Tab?

    var body: some View {
      List {
        ForEach(AppFlows.Tab.allCases) { tab in
          Button {
            TabSelection.go(to: tab, in: session.navigator)
          } label: {
            Label(session.texts(tab.title), systemImage: tab.symbol)
          }
          .foregroundStyle(tab == current ? Palette.accent : Palette.text)
          .accessibilityAddTraits(tab == current ? .isSelected : AccessibilityTraits())
        }
      }
      .navigationTitle(session.texts(.app))
    }
  }

  /// The error of a request that no screen made, such as adding a shared URL.
  struct ErrorBanner: View {
    let session: AppSession

    var body: some View {
      if let error = session.error {
        HStack {
          Text(error.text(in: session.texts.language))
          Button(session.texts(AppOnlyText.close)) { session.error = nil }
        }
        .padding(12)
        .background(Palette.fill)
        .clipShape(RoundedRectangle(cornerRadius: 12))
        .padding(12)
      }
    }
  }
#endif
