import ArgumentParser
import FlowStore
import Foundation

/// Publishes releases and appends events concurrently, and prints a line for each write that was
/// acknowledged: `published NUMBER` or `stored KEY`.
///
/// If the store reports an error, prints `failed CODE MESSAGE` and exits with status 3.
struct AcknowledgeWrites: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "acknowledge",
    abstract: "Publish releases and append events, and print what was acknowledged.")

  @Option(help: "The store's URL; the store is not deleted afterwards.")
  var store: String
  @Option(help: "The number of releases.")
  var publishes = 200
  @Option(help: "The number of concurrent callers that append batches.")
  var callers = 4
  @Option(help: "The number of events in a batch.")
  var batch = 20
  @Option(help: "The maximum file size in bytes (RLIMIT_FSIZE).")
  var fileSizeLimit: Int?
  @Option(help: "The user id to switch to first; requires root.")
  var user: UInt32?

  func run() async throws {
    if let user, setgroups(0, nil) != 0 || setgid(user) != 0 || setuid(user) != 0 {
      throw ValidationError("--user requires root.")
    }
    if let fileSizeLimit { try limitFiles(to: fileSizeLimit) }
    do throws(StoreError) {
      let store = try await Stores.open(store)
      let traffic = Traffic(batchSize: batch)
      try await traffic.prepare(store)
      printLine("ready")
      try await work(traffic, store)
      try await store.close()
      printLine("done")
    } catch {
      printLine("failed \(error.code.rawValue) \(error.message)")
      throw ExitCode(3)
    }
  }

  private func work(_ traffic: Traffic, _ store: any Store) async throws(StoreError) {
    let first = try await store.nextNumber(of: Traffic.application)
    let last = first + publishes
    let results = await withTaskGroup(of: Result<Void, StoreError>.self) { group in
      for caller in 0..<callers {
        group.addTask {
          await result { () async throws(StoreError) in
            // As many batches as releases, so that both take about the same time.
            for number in first..<last {
              let key = "\(first)-\(caller)-\(number)"
              _ = try await store.append([traffic.batch(key)])
              printLine("stored \(key)")
            }
          }
        }
      }
      group.addTask {
        await result { () async throws(StoreError) in
          for number in first..<last {
            try await traffic.publish(number, bodySize: 4096, to: store)
            printLine("published \(number)")
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    for result in results { try result.get() }
  }
}

private func result(
  _ work: () async throws(StoreError) -> Void
) async -> Result<Void, StoreError> {
  do throws(StoreError) {
    try await work()
    return .success(())
  } catch {
    return .failure(error)
  }
}

/// Writes a line with a single system call, so that a killed process leaves no partial lines.
private func printLine(_ line: String) {
  let bytes = Array("\(line)\n".utf8)
  _ = write(STDOUT_FILENO, bytes, bytes.count)
}

private func limitFiles(to size: Int) throws {
  // Makes the write fail instead of terminating the process.
  signal(SIGXFSZ, SIG_IGN)
  #if canImport(Glibc)
    let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
  #else
    let resource = RLIMIT_FSIZE
  #endif
  var limit = rlimit(rlim_cur: rlim_t(size), rlim_max: rlim_t(size))
  guard setrlimit(resource, &limit) == 0 else {
    throw ValidationError("Cannot set the file size limit.")
  }
}
