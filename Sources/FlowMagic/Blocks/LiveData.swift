public import FlowCore

/// Data that an app keeps up to date and drawn screens show, such as a watchlist or a balance.
///
/// A binding reads it at the path `data.<name>`.
///
/// ```swift
/// nonisolated let watchlist = LiveData<[Stock]>("watchlist")
/// navigator.set(watchlist, to: stocks)
/// ```
///
/// `nonisolated` is for apps with MainActor as the default isolation.
public struct LiveData<Value: Codable & Sendable>: Sendable {
  /// The name that blocks use.
  public let name: Name

  /// Creates a reference to the data with a name.
  ///
  /// - Parameter name: The name that blocks use.
  public init(_ name: Name) {
    self.name = name
  }
}

/// A product of the app's store, as offers show it.
public struct OfferedProduct: Codable, Sendable, Hashable {
  /// The name in the user's language, such as `Premium`.
  public var name: String
  /// The price as formatted by the store, such as `29,99 €`.
  public var price: String
  /// The billing period, such as `year`; nil for a one-time purchase.
  public var period: String?
  /// The free trial, such as `7 days`; nil if there is none.
  public var trial: String?

  /// Creates a product.
  public init(name: String, price: String, period: String? = nil, trial: String? = nil) {
    self.name = name
    self.price = price
    self.period = period
    self.trial = trial
  }
}
