internal import CWorker
internal import FoundationEssentials

/// The process that a `PageReaderPool` starts.
public enum PageReaderWorker {
  /// Writes a result to standard output for each page on standard input, until that ends.
  ///
  /// - Returns: The exit status.
  public static func run() -> Int32 {
    let none: Int64 = -1
    do throws(WorkerProcess.Fault) {
      let setUp = try WorkerFrame.read(from: 0, longest: 16 << 20, deadline: none)
      guard let setUp = try? JSONDecoder().decode(WorkerSetUp.self, from: Data(setUp)),
        cworker_limit(setUp.memoryBytes)
      else { return 78 }
      // Where the system cannot deny it, the limits of time and memory remain.
      _ = cworker_deny_network()
      let reader = PageReader(rules: setUp.rules)
      while true {
        let question = try WorkerFrame.read(from: 0, longest: 1 << 20, deadline: none)
        let page = try WorkerFrame.read(from: 0, longest: HTMLPage.longest, deadline: none)
        guard cworker_limit_time(UInt32(setUp.processorSeconds)),
          let question = try? JSONDecoder().decode(WorkerQuestion.self, from: Data(question)),
          let answer = try? JSONEncoder().encode(reader.read(question.input(page)))
        else { return 70 }
        if let fault = WorkerFrame.write(Array(answer), to: 1, deadline: none) { throw fault }
      }
    } catch {
      // The service has ended, or has given this page up.
      return 0
    }
  }
}
