package import PriceDomain

/// A value, with the time at which it was read if it is from the offline cache.
package struct CachedValue<Value: Sendable>: Sendable {
  package let value: Value
  /// When it was read; nil if it is current.
  package let cachedAt: Timestamp?

  package init(value: Value, cachedAt: Timestamp?) {
    (self.value, self.cachedAt) = (value, cachedAt)
  }

  /// Transforms the value.
  package func map<Other>(_ transform: (Value) -> Other) -> CachedValue<Other> {
    CachedValue<Other>(value: transform(value), cachedAt: cachedAt)
  }
}
