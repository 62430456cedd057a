package import PriceDomain

/// A value, with the time at which it was read if it is from the offline cache.
package struct CachedValue<Value: Sendable>: Sendable {
  package let value: Value
  /// When it was read; nil if it is current.
  package let since: Timestamp?

  package init(value: Value, since: Timestamp?) {
    (self.value, self.since) = (value, since)
  }

  /// Transforms the value.
  package func map<Other>(_ transform: (Value) -> Other) -> CachedValue<Other> {
    CachedValue<Other>(value: transform(value), since: since)
  }
}
