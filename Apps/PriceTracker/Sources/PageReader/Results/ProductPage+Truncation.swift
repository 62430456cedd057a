extension ProductPage {
  /// Truncates every text and list to a length that no genuine page exceeds.
  ///
  /// NB: by bytes, because a single character can have millions of combining marks.
  mutating func truncate() {
    id = id?.map { $0.truncated(to: 200) }
    title = title?.map { $0.truncated(to: 4_000) }
    category = category?.map { $0.truncated(count: 20, to: 500) }
    summary = summary?.map { $0.truncated(to: 100_000) }
    images = images?.map { images in
      images.filter { $0.utf8.count <= 2_000 }.truncated(count: 50, to: 2_000)
    }
    seller = seller?.map { $0.truncated(to: 500) }
    variant = variant?.map { $0.truncated(count: 20, to: 500) }
    language = language?.truncated(to: 50)
  }
}

extension SourcedValue {
  /// The same source with a transformed value.
  func map(_ transform: (Value) -> Value) -> SourcedValue {
    SourcedValue(value: transform(value), source: source)
  }
}

extension String {
  /// The beginning with at most this many bytes of UTF-8.
  func truncated(to bytes: Int) -> String {
    guard utf8.count > bytes else { return self }
    var size = 0
    let beginning = unicodeScalars.prefix { scalar in
      size += UTF8.width(scalar)
      return size <= bytes
    }
    return String(String.UnicodeScalarView(beginning))
  }
}

extension [String] {
  /// The first texts, each truncated to a length in bytes.
  func truncated(count: Int, to bytes: Int) -> [String] {
    prefix(count).map { $0.truncated(to: bytes) }
  }
}
