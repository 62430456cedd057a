#if canImport(SwiftUI) && canImport(UIKit) && canImport(WebKit)
  import Foundation
  import PriceClient
  import PriceDomain
  import SwiftUI

  /// The app's colors; the accent color is that of the document's light theme.
  enum Palette {
    static let accent = Color(red: 0.04, green: 0.42, blue: 0.34)
    static let text = Color.primary
    static let muted = Color.secondary
    static let bar = Color(red: 0.5, green: 0.6, blue: 0.55, opacity: 0.16)
    static let fill = Color(red: 0.5, green: 0.6, blue: 0.55, opacity: 0.24)

    static func color(_ trend: PriceChange.Trend) -> Color {
      switch trend {
      case .down: .green
      case .up: .red
      case .flat: .orange
      }
    }
  }
#endif
