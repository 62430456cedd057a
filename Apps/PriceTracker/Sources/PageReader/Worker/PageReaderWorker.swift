internal import CWorker
internal import FoundationEssentials

/// The process that a `PageReaderPool` starts.
public enum PageReaderWorker {
  /// Writes a result to standard output for each page on standard input, until that ends.
  ///
  /// - Returns: The exit status: 0 when the input has ended, and as in `sysexits.h` 78 if the
  ///   configuration is invalid or its limits are rejected, and 70 if a page cannot be processed.
  public static func run() -> Int32 {
    let noDeadline: Int64 = -1
    do throws(WorkerProcess.Failure) {
      let bytes = try WorkerFrame.read(from: 0, limit: 16 << 20, deadline: noDeadline)
      let decoder = JSONDecoder()
      guard let configuration = try? decoder.decode(WorkerConfiguration.self, from: Data(bytes)),
        cworker_limit(configuration.memoryBytes)
      else { return 78 }
      // Where the system cannot deny network access, the other limits remain.
      _ = cworker_deny_network()
      let reader = PageReader(rules: configuration.rules)
      while true {
        let request = try WorkerFrame.read(from: 0, limit: 1 << 20, deadline: noDeadline)
        let page = try WorkerFrame.read(from: 0, limit: HTMLPage.maximumBytes, deadline: noDeadline)
        guard cworker_limit_time(UInt32(configuration.processorSeconds)),
          let request = try? JSONDecoder().decode(WorkerRequest.self, from: Data(request)),
          let response = try? JSONEncoder().encode(reader.read(request.input(page)))
        else { return 70 }
        if let failure = WorkerFrame.write(Array(response), to: 1, deadline: noDeadline) {
          throw failure
        }
      }
    } catch {
      // The service has ended, or no longer waits for this page.
      return 0
    }
  }
}
