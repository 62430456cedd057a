/// The range and the step of a slider, in a form that SwiftUI's `Slider` accepts.
///
/// A document may have a minimum above its maximum, or numbers so large that their difference is
/// infinite or lost in rounding. SwiftUI ends the process for an empty range.
package struct SliderScale: Equatable, Sendable {
  /// From the minimum to a larger number; both are finite, and so is their difference.
  package let range: ClosedRange<Double>
  /// The distance between two values; at most the length of the range.
  package let step: Double
  /// Whether there is nothing to choose, because the maximum is not above the minimum; the range is
  /// then for drawing only.
  package let isFixed: Bool

  /// Creates a scale.
  package init(from minimum: Double, to maximum: Double, step: Double) {
    let minimum = Self.finite(minimum)
    let step = min(max(Self.finite(step), .ulpOfOne), Self.limit)
    let maximum = Self.finite(maximum)
    isFixed = maximum <= minimum
    // NB: for a large minimum, adding a small step changes nothing.
    range = minimum...(isFixed ? max(minimum + step, minimum.nextUp) : maximum)
    self.step = min(step, range.upperBound - range.lowerBound)
  }

  private static let limit = Double.greatestFiniteMagnitude / 4

  private static func finite(_ number: Double) -> Double {
    number.isNaN ? 0 : min(max(number, -limit), limit)
  }
}
