extension ProfilePictureError {
  var english: String {
    switch self {
    case .empty:
      "The file is empty. Choose another picture."
    case .tooManyBytes(let limit):
      "The picture is larger than \(limit >> 20) MB. Choose a smaller one."
    case .unsupportedFormat:
      "Only JPEG, PNG and WebP pictures can be used. Choose another picture."
    case .unreadable:
      "The picture is damaged or incomplete. Choose another one."
    case .unsupportedColors:
      "The picture’s colors cannot be converted, for example because it is in HDR. Save it in "
        + "sRGB, or choose another one."
    case .tooManyPixels(let width, let height, let limit):
      "The picture has \(width) × \(height) pixels, and at most \(limit / 1_000_000) million "
        + "are allowed. Choose a smaller one."
    case .tooSmall(let minimum):
      "The picture needs at least \(minimum) × \(minimum) pixels. Choose a larger one."
    case .cropOutside:
      "The chosen square is too small or outside of the picture. Choose it again."
    case .unavailable:
      "Pictures cannot be used at the moment. Try again later."
    }
  }

  var german: String {
    switch self {
    case .empty:
      "Die Datei ist leer. Wähl ein anderes Bild."
    case .tooManyBytes(let limit):
      "Das Bild ist größer als \(limit >> 20) MB. Wähl ein kleineres."
    case .unsupportedFormat:
      "Nur Bilder als JPEG, PNG und WebP können verwendet werden. Wähl ein anderes Bild."
    case .unreadable:
      "Das Bild ist beschädigt oder unvollständig. Wähl ein anderes."
    case .unsupportedColors:
      "Die Farben des Bildes können nicht umgewandelt werden, zum Beispiel weil es HDR verwendet. "
        + "Speichere es in sRGB, oder wähl ein anderes."
    case .tooManyPixels(let width, let height, let limit):
      "Das Bild hat \(width) × \(height) Pixel, höchstens \(limit / 1_000_000) Millionen "
        + "sind möglich. Wähl ein kleineres."
    case .tooSmall(let minimum):
      "Das Bild braucht mindestens \(minimum) × \(minimum) Pixel. Wähl ein größeres."
    case .cropOutside:
      "Der gewählte Ausschnitt ist zu klein oder liegt nicht im Bild. Wähl ihn noch einmal."
    case .unavailable:
      "Bilder können gerade nicht verwendet werden. Versuch es später noch einmal."
    }
  }
}
