import Foundation

/// Metrics of the process, under the standard names of Prometheus client libraries.
enum ProcessMetrics {
  /// The metric families; on systems without `/proc`, only the limit on open files and the start
  /// time.
  static var families: [PrometheusText.Family] {
    let values: [(String, String, Int?)] = [
      ("resident_memory_bytes", "Resident memory.", residentMemory),
      ("open_fds", "Open files, including connections.", openFiles),
      ("max_fds", "The maximum number of open files.", OpenFiles.limit),
      ("start_time_seconds", "Start time of the process since the Unix epoch.", startTime),
    ]
    return values.compactMap { name, help, value in
      value.map { PrometheusText.Family("process_" + name, help, [([], $0)]) }
    }
  }

  private static var residentMemory: Int? {
    residentPages.map { $0 * pageSize }
  }

  /// The resident set size in pages: the second field of `statm`.
  private static var residentPages: Int? {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else {
      return nil
    }
    let numbers = text.split(separator: " ")
    return numbers.count > 1 ? Int(numbers[1]) : nil
  }

  private static let pageSize = Int(sysconf(Int32(_SC_PAGESIZE)))

  /// NB: listing the directory itself opens one more descriptor.
  private static var openFiles: Int? {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")).map { $0.count - 1 }
  }

  /// NB: initialized lazily, when `Services` reads it, shortly after the process has started.
  static let startTime: Int? = Timestamp.now()
}
