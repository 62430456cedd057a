import Foundation

/// The process as the system sees it, under the names that Prometheus has for every process.
enum ProcessMetrics {
  /// The metrics of the process; on systems without `/proc` only the limit of open files.
  static var families: [PrometheusText.Family] {
    let values: [(String, String, Int?)] = [
      ("resident_memory_bytes", "Resident memory.", residentMemory),
      ("open_fds", "Files that are open, connections included.", openFiles),
      ("max_fds", "Files that may be open.", OpenFiles.limit),
      ("start_time_seconds", "When the process started, since 1970.", startTime),
    ]
    return values.compactMap { name, help, value in
      value.map { PrometheusText.Family("process_" + name, help, [([], $0)]) }
    }
  }

  private static var residentMemory: Int? {
    pages.map { $0 * pageSize }
  }

  /// The second number of `statm` is the resident pages.
  private static var pages: Int? {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else {
      return nil
    }
    let numbers = text.split(separator: " ")
    return numbers.count > 1 ? Int(numbers[1]) : nil
  }

  private static let pageSize = Int(sysconf(Int32(_SC_PAGESIZE)))

  /// NB: reading the folder opens one more.
  private static var openFiles: Int? {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")).map { $0.count - 1 }
  }

  /// NB: a server's services are made when its process starts; that sets it.
  static let startTime: Int? = Timestamp.now()
}
