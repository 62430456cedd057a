package import Foundation

/// The URLs that open the app: of widgets, notifications and the share extension.
package enum AppLinks {
  /// The app's URL scheme.
  package static let scheme = "pricetracker"

  package static let home = url("home")

  package static func product(_ id: Int64) -> URL { url("products/\(id)") }

  /// The ID of the product that a notification is about; nil if it has none, as a test.
  ///
  /// The service puts it into the payload as `product`.
  package static func productID(ofNotification payload: [AnyHashable: Any]) -> Int64? {
    let value = payload["product"]
    let number = (value as? String).flatMap { Int64($0) } ?? (value as? Int64)
    return number.flatMap { $0 > 0 ? $0 : nil }
  }

  private static func url(_ path: String) -> URL {
    URL(string: "\(scheme)://\(path)") ?? URL(fileURLWithPath: "/")
  }
}
