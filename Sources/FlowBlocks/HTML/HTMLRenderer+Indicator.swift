import FlowCore

extension HTMLRenderer {
  mutating func drawIndicator(_ block: ResolvedBlock) {
    switch block.type {
    case .progress: drawProgress(block)
    case .chart: drawChart(block)
    default: drawCountdown(block)
    }
  }

  mutating func drawDisclosure(_ block: ResolvedBlock) {
    html.open("details", attributes(block) + [("open", block.flag(.open) ? "" : nil)])
    html.writeElement("summary", text: block.text(.title) ?? "")
    draw(block.blocks(.children))
    html.close("details")
  }

  private mutating func drawProgress(_ block: ResolvedBlock) {
    let value = block.number(.value)?.double ?? 0
    let total = max(block.number(.total)?.double ?? 1, 1)
    let percent = Int((Fraction.of(value, to: total) * 100).rounded())
    let style = block.name(.style) ?? "bar"
    guard style != "bar" else {
      html.open(
        "progress",
        attributes(block, ["fm-style-bar"]) + [
          ("value", percent.description), ("max", "100"), ("aria-label", block.text(.alt)),
        ])
      html.close("progress")
      return
    }
    html.open(
      "div",
      attributes(block, ["fm-style-" + style.string]) + [
        ("role", "progressbar"), ("aria-valuemin", "0"), ("aria-valuemax", "100"),
        ("aria-valuenow", percent.description), ("aria-label", block.text(.alt)),
      ])
    if style == "ring" { drawRing(percent) } else { drawDots(value, total) }
    html.close("div")
  }

  /// Draws a ring with a path length of 100, so that the lengths of its dashes are percentages.
  private mutating func drawRing(_ percent: Int) {
    html.open("svg", [("viewBox", "0 0 36 36"), ("aria-hidden", "true"), ("focusable", "false")])
    for (name, length) in [("fm-ring-track", "100 0"), ("fm-ring", percent.description + " 100")] {
      html.open(
        "circle",
        [
          ("class", name), ("cx", "18"), ("cy", "18"), ("r", "15.9155"), ("pathLength", "100"),
          ("stroke-dasharray", length),
        ])
      html.close("circle")
    }
    html.close("svg")
  }

  private mutating func drawDots(_ value: Double, _ total: Double) {
    for index in 0..<Int(min(total, 20)) {
      html.open("span", [("class", Double(index) < value ? "fm-dot fm-done" : "fm-dot")])
      html.close("span")
    }
  }

  /// Draws a line or bars in a view box of 300 by 120, or the block's fallback if there are no
  /// points, with the summary as caption.
  private mutating func drawChart(_ block: ResolvedBlock) {
    html.open("figure", attributes(block, [className(block, .kind, or: "line")]))
    let values = block.items(.items).compactMap { point -> Double? in
      if case .json(.number(let number))? = point.value(.y) { number.double } else { nil }
    }
    if values.isEmpty {
      draw(block.blocks(.children))
    } else {
      html.open("svg", [("viewBox", "0 0 300 120"), ("aria-hidden", "true")])
      let points = ChartScale(values).points
      if block.name(.kind) == "bar" { drawBars(points) } else { drawLine(points) }
      html.close("svg")
    }
    html.writeElement("figcaption", text: block.text(.summary) ?? "")
    html.close("figure")
  }

  private mutating func drawLine(_ points: [(x: Int, y: Int)]) {
    let pairs = points.map { $0.x.description + "," + $0.y.description }.joined(" ")
    html.open("polyline", [("class", "fm-line"), ("points", pairs)])
    html.close("polyline")
    guard let last = points.last else { return }
    html.open(
      "circle",
      [("class", "fm-point"), ("cx", last.x.description), ("cy", last.y.description), ("r", "4")])
    html.close("circle")
  }

  private mutating func drawBars(_ points: [(x: Int, y: Int)]) {
    let width = max(300 / max(points.count, 1) - 2, 1)
    for index in points.indices {
      let y = points[index].y
      html.open(
        "rect",
        [
          ("class", "fm-bar"), ("x", (index * 300 / points.count + 1).description),
          ("y", y.description), ("width", width.description),
          ("height", max(116 - y, 1).description), ("rx", "2"),
        ])
      html.close("rect")
    }
  }

  private mutating func drawCountdown(_ block: ResolvedBlock) {
    let until = Self.displayText(block.properties, .until)
    html.open("div", attributes(block, [className(block, .units, or: "dhms")]))
    html.writeElement(
      "time", [("datetime", until), ("data-until", until), ("role", "timer")],
      text: block.text(.text) ?? "")
    html.open("div", [("class", "fm-ended"), ("hidden", "")])
    draw(block.blocks(.ended))
    html.close("div")
    html.close("div")
  }
}

/// The points of a chart in a view box of 300 by 120, with a margin.
private struct ChartScale {
  let points: [(x: Int, y: Int)]

  init(_ values: [Double]) {
    var minimum = values[0]
    var maximum = values[0]
    for value in values {
      minimum = min(minimum, value)
      maximum = max(maximum, value)
    }
    let count = values.count
    points = values.indices.map { index in
      let x = count == 1 ? 150 : 6 + index * 288 / (count - 1)
      let fraction = Fraction.of(values[index], from: minimum, to: maximum)
      return (x: x, y: 112 - Int((fraction * 104).rounded()))
    }
  }
}
