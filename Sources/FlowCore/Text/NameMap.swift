/// A map from names to values.
///
/// All maps share one dictionary type, from names to indexes: each additional one costs 1 to 2 KB
/// in the browser build.
package struct NameMap<Value: Sendable>: Sendable {
  private var indexes: [Name: Int32] = [:]
  /// The values, in the order in which they were added.
  package var values: [Value] = []

  /// Creates an empty map.
  package init() {}

  /// Reserves capacity for a number of values.
  package mutating func reserveCapacity(_ count: Int) {
    indexes.reserveCapacity(count)
    values.reserveCapacity(count)
  }

  /// The value of a name.
  ///
  /// Setting a value replaces an existing one; setting nil has no effect.
  package subscript(name: Name) -> Value? {
    get { indexes[name].map { values[Int($0)] } }
    set {
      guard let newValue else { return }
      let index = index(of: name, adding: newValue)
      values[index] = newValue
    }
  }

  /// The index of a name's value, after adding the value if there is none.
  package mutating func index(of name: Name, adding value: Value) -> Int {
    let index = indexes[name, default: -1].setIfNegative(Int32(truncatingIfNeeded: values.count))
    if index == values.count { values.append(value) }
    return Int(index)
  }
}
