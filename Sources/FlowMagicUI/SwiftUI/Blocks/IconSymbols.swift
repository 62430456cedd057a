#if canImport(SwiftUI) && !os(tvOS) && !os(watchOS)
  import FlowCore

  /// SF Symbols for the icons of level 1, all of them available in iOS 17.
  enum IconSymbols {
    /// The symbol of an icon; a circle if this version does not support the icon.
    static func symbol(_ icon: Name) -> String { symbols[icon] ?? "circle" }

    private static let symbols: [Name: String] = [
      "add": "plus", "airplane": "airplane", "alarm": "alarm", "apple": "carrot",
      "arrowDown": "arrow.down", "arrowEnd": "arrow.forward", "arrowStart": "arrow.backward",
      "arrowUp": "arrow.up", "bag": "bag", "bank": "building.columns", "barcode": "barcode",
      "battery": "battery.100", "bell": "bell", "bike": "bicycle", "bolt": "bolt",
      "book": "book", "bookmark": "bookmark", "box": "shippingbox",
      "brain": "brain.head.profile", "briefcase": "briefcase", "bus": "bus",
      "cake": "birthday.cake", "calculator": "plusminus", "calendar": "calendar",
      "camera": "camera", "car": "car", "card": "creditcard", "cart": "cart",
      "chart": "chart.bar", "chat": "bubble.left", "check": "checkmark",
      "checkCircle": "checkmark.circle", "chevronDown": "chevron.down",
      "chevronEnd": "chevron.forward", "chevronStart": "chevron.backward",
      "chevronUp": "chevron.up", "clipboard": "clipboard", "clock": "clock", "close": "xmark",
      "cloud": "cloud", "code": "chevron.left.forwardslash.chevron.right",
      "coffee": "cup.and.saucer", "coin": "dollarsign.circle", "compass": "safari",
      "copy": "doc.on.doc", "crown": "crown", "diamond": "diamond", "document": "doc",
      "download": "arrow.down.circle", "edit": "pencil", "email": "envelope",
      "error": "xmark.octagon", "eye": "eye", "eyeOff": "eye.slash", "face": "face.smiling",
      "filter": "line.3.horizontal.decrease", "fingerprint": "touchid", "fire": "flame",
      "flag": "flag", "folder": "folder", "food": "fork.knife", "gear": "gearshape",
      "gift": "gift", "globe": "globe", "graph": "chart.xyaxis.line", "hand": "hand.raised",
      "headphones": "headphones", "heart": "heart", "help": "questionmark.circle",
      "home": "house", "hourglass": "hourglass", "image": "photo", "info": "info.circle",
      "key": "key", "leaf": "leaf", "lightbulb": "lightbulb", "link": "link",
      "list": "list.bullet", "location": "location", "lock": "lock", "map": "map",
      "medal": "medal", "meditation": "figure.mind.and.body", "menu": "line.3.horizontal",
      "microphone": "mic", "minus": "minus", "moon": "moon", "more": "ellipsis",
      "mountain": "mountain.2", "music": "music.note", "mute": "speaker.slash", "pause": "pause",
      "people": "person.2", "person": "person", "phone": "phone", "pin": "mappin",
      "play": "play", "power": "power", "print": "printer", "receipt": "doc.plaintext",
      "refresh": "arrow.clockwise", "ribbon": "rosette", "run": "figure.run",
      "scale": "scalemass", "scan": "viewfinder", "search": "magnifyingglass",
      "send": "paperplane", "share": "square.and.arrow.up", "shield": "shield",
      "sleep": "bed.double", "sound": "speaker.wave.2", "sparkles": "sparkles", "star": "star",
      "stop": "stop", "store": "storefront", "sun": "sun.max", "tag": "tag", "target": "target",
      "ticket": "ticket", "timer": "timer", "train": "tram", "trash": "trash",
      "trophy": "trophy", "undo": "arrow.uturn.backward", "unlock": "lock.open",
      "upload": "arrow.up.circle", "video": "video", "wallet": "wallet.pass",
      "warning": "exclamationmark.triangle", "watch": "applewatch", "water": "drop",
      "wifi": "wifi", "yoga": "figure.yoga",
    ]
  }
#endif
