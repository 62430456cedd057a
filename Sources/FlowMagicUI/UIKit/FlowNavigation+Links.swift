#if canImport(UIKit) && !os(watchOS)
  import FlowMagic
  public import Foundation
  public import UIKit

  extension FlowNavigation {
    /// Opens the URLs of `scene(_:openURLContexts:)` with the navigator's links.
    ///
    /// - Parameter contexts: The contexts passed to the scene's delegate, or
    ///   `connectionOptions.urlContexts` when the scene connects.
    /// - Returns: The URLs that match no link.
    @discardableResult
    public func open(_ contexts: Set<UIOpenURLContext>) -> [URL] {
      contexts.map(\.url).filter { navigator.open($0) == .unknown }
    }

    /// Opens the universal link of `scene(_:continue:)` with the navigator's links.
    ///
    /// - Parameter activity: The activity passed to the scene's delegate.
    /// - Returns: Whether it matches a link.
    @discardableResult
    public func open(_ activity: NSUserActivity) -> Bool {
      guard activity.activityType == NSUserActivityTypeBrowsingWeb, let url = activity.webpageURL
      else { return false }
      return navigator.open(url) != .unknown
    }
  }
#endif
