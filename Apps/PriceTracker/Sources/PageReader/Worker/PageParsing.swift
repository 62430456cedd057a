/// Reads product pages: in this process, or in processes of their own.
public protocol PageReading: Sendable {
  /// Reads a page.
  func result(of input: PageInput) async -> PageResult
}

extension PageReader: PageReading {
  /// Reads a page in this process, which cannot stop before a slow page has been read.
  ///
  /// For tests, benchmarks and commands that end themselves; a service uses `PageReaderPool`.
  public func result(of input: PageInput) async -> PageResult { read(input) }
}
