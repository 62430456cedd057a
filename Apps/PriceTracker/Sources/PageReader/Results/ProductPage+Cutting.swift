extension ProductPage {
  /// Cuts every text and list to a length that no honest page exceeds.
  ///
  /// NB: by bytes, because a single character can have millions of combining marks.
  mutating func cut() {
    id = id?.map { $0.cut(to: 200) }
    title = title?.map { $0.cut(to: 4_000) }
    category = category?.map { $0.cut(count: 20, to: 500) }
    summary = summary?.map { $0.cut(to: 100_000) }
    images = images?.map { images in
      images.filter { $0.utf8.count <= 2_000 }.cut(count: 50, to: 2_000)
    }
    seller = seller?.map { $0.cut(to: 500) }
    variant = variant?.map { $0.cut(count: 20, to: 500) }
    language = language?.cut(to: 50)
  }
}

extension Found {
  /// The same place with a transformed value.
  func map(_ transform: (Value) -> Value) -> Found {
    Found(value: transform(value), source: source)
  }
}

extension String {
  /// The beginning with at most this many bytes of UTF-8.
  func cut(to bytes: Int) -> String {
    guard utf8.count > bytes else { return self }
    var size = 0
    let kept = unicodeScalars.prefix { scalar in
      size += UTF8.width(scalar)
      return size <= bytes
    }
    return String(String.UnicodeScalarView(kept))
  }
}

extension [String] {
  /// The first texts, each cut to a length in bytes.
  func cut(count: Int, to bytes: Int) -> [String] { prefix(count).map { $0.cut(to: bytes) } }
}
