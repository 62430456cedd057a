/// One of the fourteen themes of practices, such as Agni.
public struct Myth: Codable, Hashable, Sendable, Identifiable {
  /// The id, such as `agni`.
  public let id: String
  /// The name, such as `Agni`, the same in English and German.
  public let name: String
  /// The theme, such as `Fire`.
  public let epithet: LocalizedText
  /// The Sanskrit name.
  public let sanskrit: SanskritName
  /// The story of the myth and the purpose of its practices.
  public let text: LocalizedText
  /// The colors of its screens and pictures.
  public let colors: Colors
  /// Its six practices in display order.
  public let videos: [Video]

  /// The colors of a myth, all as `#rrggbb`.
  public struct Colors: Codable, Hashable, Sendable {
    /// For screens in the light appearance.
    public let light: Scheme
    /// For screens in the dark appearance.
    public let dark: Scheme
    /// For pictures and videos.
    public let art: Art
  }

  /// The colors of a screen.
  ///
  /// Text on them has a contrast of at least 4.5 to 1 (WCAG 2.2, AA).
  public struct Scheme: Codable, Hashable, Sendable {
    /// The background.
    public let background: String
    /// Text on the background.
    public let text: String
    /// Buttons and links, readable on the background.
    public let accent: String
    /// Text on a filled button.
    public let onAccent: String
  }

  /// The colors of a picture, from dark to light.
  public struct Art: Codable, Hashable, Sendable {
    /// The background.
    public let deep: String
    /// Large shapes on the background.
    public let middle: String
    /// Lines.
    public let bright: String
    /// Text and highlights.
    public let glow: String
  }
}
