/// Reads product pages: in this process, or in worker processes.
public protocol PageParsing: Sendable {
  /// Reads a page.
  func result(of input: PageInput) async -> PageResult
}

extension PageReader: PageParsing {
  /// Reads a page in this process, which cannot stop before a slow page has been read.
  ///
  /// For tests, benchmarks and commands that exit on their own; a service uses `PageReaderPool`.
  public func result(of input: PageInput) async -> PageResult { read(input) }
}
