internal import ArgumentParser
internal import Dispatch
internal import FoundationEssentials

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

private func systemWrite(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(file, bytes.baseAddress, bytes.count)
}

/// Standard input.
enum Input {
  /// Reads standard input until the end, or until there are more bytes than the limit.
  ///
  /// NB: Foundation reads as many bytes as the file's size, which is zero for a pipe.
  static func readAll(limit: Int) -> Data {
    var data = Data()
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while data.count <= limit {
      let count = read(STDIN_FILENO, &buffer, buffer.count)
      guard count > 0 else { break }
      data.append(contentsOf: buffer[..<count])
    }
    return data
  }
}

/// Standard output, and standard error for the reason of a missing price.
enum Output {
  /// Writes a report as JSON with line breaks, or only its price as text.
  static func write(_ report: Report, isPriceOnly: Bool) throws {
    guard isPriceOnly else {
      try write(json: report, [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
      return
    }
    if report.status == .price, let price = report.price {
      write(bytes: Array("\(price.decimal) \(price.currency)\n".utf8), to: STDOUT_FILENO)
    } else {
      let message = report.message ?? report.status.rawValue
      write(bytes: Array("\(message)\n".utf8), to: STDERR_FILENO)
    }
  }

  /// Writes a report as one line of JSON.
  static func writeLine(_ report: Report, isPriceOnly: Bool) throws {
    var report = report
    if isPriceOnly { report.removeDetails() }
    try write(json: report, [.sortedKeys, .withoutEscapingSlashes])
  }

  private static func write(json: Report, _ options: JSONEncoder.OutputFormatting) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = options
    write(bytes: Array(try encoder.encode(json)) + [0x0A], to: STDOUT_FILENO)
  }

  /// Writes immediately and without a buffer, because the watchdog may end the process at any time.
  private static func write(bytes: [UInt8], to file: Int32) {
    bytes.withUnsafeBytes { buffer in
      var remaining = buffer[...]
      while !remaining.isEmpty {
        let count = systemWrite(file, UnsafeRawBufferPointer(rebasing: remaining))
        guard count > 0 else { return }
        remaining = remaining.dropFirst(count)
      }
    }
  }
}

extension Report {
  /// Removes the product's details; the price, the availability and the condition stay.
  mutating func removeDetails() {
    (name, category, description, images, listPrice) = (nil, nil, nil, nil, nil)
    (variant, seller, sellerKind, language, sources) = (nil, nil, nil, nil, nil)
    rejectedPrices = nil
  }
}

/// Ends the process when a page takes too long, so that a hanging parser does not block the caller.
final class Watchdog: @unchecked Sendable {
  private let seconds: Int
  private let isPriceOnly: Bool
  private let isBatch: Bool
  private let queue = DispatchQueue(label: "watchdog")
  private var timer: (any DispatchSourceTimer)?

  init(seconds: Int, isPriceOnly: Bool, isBatch: Bool) {
    self.seconds = seconds
    self.isPriceOnly = isPriceOnly
    self.isBatch = isBatch
  }

  /// Starts the timer for a URL.
  func start(_ url: String?) {
    queue.sync {
      let timer = DispatchSource.makeTimerSource(queue: queue)
      timer.schedule(deadline: .now() + .seconds(seconds))
      timer.setEventHandler { [seconds, isPriceOnly, isBatch] in
        let report = Report(timedOut: url, seconds: seconds)
        if isBatch {
          try? Output.writeLine(report, isPriceOnly: isPriceOnly)
        } else {
          try? Output.write(report, isPriceOnly: isPriceOnly)
        }
        _exit(report.exitStatus)
      }
      timer.resume()
      self.timer = timer
    }
  }

  /// Stops the timer.
  func stop() {
    queue.sync {
      timer?.cancel()
      timer = nil
    }
  }
}
