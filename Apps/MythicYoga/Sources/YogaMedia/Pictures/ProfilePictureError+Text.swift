import YogaDomain

extension ProfilePictureError {
  var text: LocalizedText {
    switch self {
    case .empty:
      LocalizedText(
        en: "The file is empty. Choose another picture.",
        de: "Die Datei ist leer. Wähl ein anderes Bild.")
    case .tooManyBytes(let limit):
      LocalizedText(
        en: "The picture is larger than \(limit >> 20) MB. Choose a smaller one.",
        de: "Das Bild ist größer als \(limit >> 20) MB. Wähl ein kleineres.")
    case .unsupportedFormat:
      LocalizedText(
        en: "Only JPEG, PNG and WebP pictures can be used. Choose another picture.",
        de: "Nur Bilder als JPEG, PNG und WebP können verwendet werden. Wähl ein anderes Bild.")
    case .unreadable:
      LocalizedText(
        en: "The picture is damaged or incomplete. Choose another one.",
        de: "Das Bild ist beschädigt oder unvollständig. Wähl ein anderes.")
    case .tooManyPixels(let width, let height, let limit):
      LocalizedText(
        en: "The picture has \(width) × \(height) pixels, and at most \(limit / 1_000_000) million "
          + "are possible. Choose a smaller one.",
        de: "Das Bild hat \(width) × \(height) Pixel, höchstens \(limit / 1_000_000) Millionen "
          + "sind möglich. Wähl ein kleineres.")
    case .tooSmall(let least):
      LocalizedText(
        en: "The picture needs at least \(least) × \(least) pixels. Choose a larger one.",
        de: "Das Bild braucht mindestens \(least) × \(least) Pixel. Wähl ein größeres.")
    case .cropOutside:
      LocalizedText(
        en: "The chosen square is outside of the picture. Choose it again.",
        de: "Der gewählte Ausschnitt liegt nicht im Bild. Wähl ihn noch einmal.")
    case .unavailable:
      LocalizedText(
        en: "Pictures cannot be used at the moment. Try again later.",
        de: "Bilder können gerade nicht verwendet werden. Versuch es später noch einmal.")
    }
  }
}
