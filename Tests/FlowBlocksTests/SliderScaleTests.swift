import FlowBlocks
import Testing

@Suite struct SliderScaleTests {
  @Test func `a valid range is used unchanged, and a large step is limited to the range`() {
    let scale = SliderScale(from: 10, to: 50, step: 5)
    #expect(scale.range == 10...50)
    #expect(scale.step == 5)
    #expect(!scale.isFixed)
    #expect(SliderScale(from: 2, to: 2, step: 1).isFixed)
    #expect(SliderScale(from: -1, to: 1, step: 9).step == 2)
  }

  static let ranges: [(Double, Double, Double)] = [
    (2, 2, 1), (5, 2, 1), (0, 0, 0), (1e300, 1e300, 1), (3, 3, 1e-300), (-1e308, 1e308, 1),
    (.infinity, .infinity, 1), (-.infinity, .infinity, .infinity), (.infinity, 0, -1),
    (.nan, .nan, .nan),
  ]

  @Test(arguments: ranges)
  func `attack: no range is empty or infinite`(minimum: Double, maximum: Double, step: Double) {
    let scale = SliderScale(from: minimum, to: maximum, step: step)
    let length = scale.range.upperBound - scale.range.lowerBound
    #expect(length > 0 && length.isFinite)
    #expect(scale.step > 0 && scale.step <= length)
  }
}
