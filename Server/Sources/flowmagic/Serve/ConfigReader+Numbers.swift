import Configuration

extension ConfigReader {
  /// An integer setting from 0 to a million; nil if it is not set.
  func wholeNumber(_ name: String) throws(ServerSettings.Failure) -> Int? {
    guard let text = string(forKey: ConfigKey(stringLiteral: name)) else { return nil }
    guard let number = Int(text), (0...1_000_000).contains(number) else {
      throw ServerSettings.Failure(
        description: "--\(name) must be a whole number from 0 to 1000000, not \"\(text)\".")
    }
    return number
  }

  /// A setting in bytes, such as `512MiB`; nil if it is not set.
  func byteSize(_ name: String) throws(ServerSettings.Failure) -> Int? {
    guard let text = string(forKey: ConfigKey(stringLiteral: name)) else { return nil }
    let unit = Self.units.first { text.hasSuffix($0.0) } ?? ("", 1)
    guard let number = Int(text.dropLast(unit.0.count)), (0...(1 << 50) / unit.1).contains(number)
    else {
      throw ServerSettings.Failure(
        description: "--\(name) must be a number of bytes, or a number with KiB, MiB, GiB or TiB "
          + "such as 512MiB, at most 1024TiB, not \"\(text)\".")
    }
    return number * unit.1
  }

  private static var units: [(String, Int)] {
    [("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30), ("TiB", 1 << 40)]
  }
}
