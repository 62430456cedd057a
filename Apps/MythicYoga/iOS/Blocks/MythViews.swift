import Foundation
import SwiftUI
import YogaClient
import YogaDomain

/// The colors of a myth for the current appearance.
struct MythColors {
  let background: Color
  let text: Color
  let accent: Color
  let onAccent: Color
  let deep: Color
  let bright: Color

  init(_ myth: Myth, _ scheme: ColorScheme) {
    let colors = scheme == .dark ? myth.colors.dark : myth.colors.light
    background = Color(hex: colors.background)
    text = Color(hex: colors.text)
    accent = Color(hex: colors.accent)
    onAccent = Color(hex: colors.onAccent)
    deep = Color(hex: myth.colors.art.deep)
    bright = Color(hex: myth.colors.art.bright)
  }
}

extension Color {
  /// A color such as `#c0392b`.
  init(hex: String) {
    let color = HexColor(hex) ?? HexColor.black
    self.init(red: color.red, green: color.green, blue: color.blue)
  }
}

/// The art of a myth: a mandala of its own in its colors.
struct MythArtView: View {
  let myth: Myth
  @Environment(\.colorScheme) private var scheme

  var body: some View {
    let colors = MythColors(myth, scheme)
    ZStack {
      colors.deep
      Mandala(petalCount: Mandala.petalCount(of: myth)).stroke(colors.bright, lineWidth: 2)
        .padding(12)
    }
    .accessibilityHidden(true)
  }
}

/// Petals around a center.
struct Mandala: Shape {
  let petalCount: Int

  /// The number of petals, which differs from myth to myth.
  static func petalCount(of myth: Myth) -> Int {
    6 + (Catalog.current.myths.firstIndex { $0.id == myth.id } ?? 0)
  }

  nonisolated func path(in rect: CGRect) -> Path {
    var path = Path()
    let center = CGPoint(x: rect.origin.x + rect.width / 2, y: rect.origin.y + rect.height / 2)
    let radius = Double(min(rect.width, rect.height)) / 2
    func point(_ turn: Double, _ distance: Double) -> CGPoint {
      let angle = turn * 2 * Double.pi
      return CGPoint(
        x: Double(center.x) + radius * distance * cos(angle),
        y: Double(center.y) + radius * distance * sin(angle))
    }
    for ring in [1.0, 0.6] {
      for petal in 0..<petalCount {
        let turn = Double(petal) / Double(petalCount)
        let width = 0.5 / Double(petalCount)
        path.move(to: center)
        path.addQuadCurve(to: point(turn, ring), control: point(turn - width, ring * 0.7))
        path.addQuadCurve(to: center, control: point(turn + width, ring * 0.7))
        path.closeSubpath()
      }
    }
    return path
  }
}

/// The header of a myth's screen.
struct MythHeaderView: View {
  let app: YogaModel
  let myth: Myth
  @Environment(\.colorScheme) private var scheme

  var body: some View {
    let colors = MythColors(myth, scheme)
    VStack(alignment: .leading, spacing: 8) {
      MythArtView(myth: myth).frame(maxWidth: .infinity, minHeight: 140)
        .clipShape(RoundedRectangle(cornerRadius: 16))
      Text(verbatim: myth.name).font(.largeTitle.weight(.bold))
        .accessibilityAddTraits(.isHeader)
      Text(verbatim: "\(myth.epithet.text(in: app.language)) · \(myth.sanskrit.devanagari)")
        .font(.headline).foregroundStyle(colors.accent)
      Text(verbatim: myth.text.text(in: app.language))
    }
    .padding(16)
    .foregroundStyle(colors.text)
    .background(colors.background)
    .clipShape(RoundedRectangle(cornerRadius: 20))
  }
}

/// The art and the name of a myth, inside a card that can be pressed.
struct MythCardView: View {
  let app: YogaModel
  let myth: Myth
  let isLocked: Bool

  var body: some View {
    VStack(alignment: .leading, spacing: 8) {
      MythArtView(myth: myth).frame(maxWidth: .infinity, minHeight: 96)
        .clipShape(RoundedRectangle(cornerRadius: 12))
      HStack(spacing: 8) {
        Text(verbatim: myth.name).font(.headline)
        if isLocked { Image(systemName: "lock.fill").accessibilityHidden(true) }
      }
      Text(verbatim: myth.epithet.text(in: app.language)).font(.subheadline)
      if app.user != nil {
        let count = app.finishedCount(in: myth)
        Text(verbatim: ClientText.practiceCount.text(count, in: app.language)).font(.caption)
      }
    }
    .frame(maxWidth: .infinity, alignment: .leading)
    .accessibilityElement(children: .combine)
  }
}

/// A video of a myth, inside a card that can be pressed.
struct VideoCardView: View {
  let app: YogaModel
  let video: Video

  var body: some View {
    HStack(alignment: .top, spacing: 12) {
      PosterView(app: app, video: video).frame(width: 112, height: 63)
      VStack(alignment: .leading, spacing: 4) {
        Text(verbatim: video.name.text(in: app.language)).font(.headline)
        Text(verbatim: video.sanskrit.iast).font(.subheadline.weight(.medium))
        Text(verbatim: VideoText.details(video, app.language)).font(.caption)
        VideoMarks(app: app, video: video)
      }
      Spacer()
    }
    .accessibilityElement(children: .combine)
  }
}

/// The marks of a video: finished, favorite, downloaded.
struct VideoMarks: View {
  let app: YogaModel
  let video: Video

  var body: some View {
    HStack(spacing: 8) {
      if app.practice.state.completed.contains(video.id) {
        mark("checkmark.circle.fill", .done)
      }
      if app.practice.state.isFavorite(video.id) { mark("heart.fill", .favorite) }
      if app.downloads.index.state(of: video.id) == .downloaded {
        mark("arrow.down.circle.fill", .downloaded)
      }
    }
    .font(.caption)
  }

  private func mark(_ symbol: String, _ text: ClientText) -> some View {
    HStack(spacing: 4) {
      Image(systemName: symbol).accessibilityHidden(true)
      Text(verbatim: text.text(in: app.language))
    }
  }
}

/// The picture of a video; its myth's art while it is loading, and offline.
struct PosterView: View {
  let app: YogaModel
  let video: Video

  var body: some View {
    AsyncImage(url: app.poster(of: video)) { image in
      image.resizable().aspectRatio(contentMode: .fill)
    } placeholder: {
      if let myth = Catalog.current.myth(video.mythID) { MythArtView(myth: myth) }
    }
    .clipShape(RoundedRectangle(cornerRadius: 8))
    .accessibilityHidden(true)
  }
}

/// Texts about videos.
enum VideoText {
  /// The length and the level: `36 seconds · For beginners`.
  static func details(_ video: Video, _ language: String) -> String {
    let length = ClientText.seconds.text(video.seconds, in: language)
    return "\(length) · \(ClientText.level(video.level).text(in: language))"
  }
}
