import ArgumentParser
import FlowStore
import Foundation

/// Publishes and sends events at the same time and prints each thing when it is acknowledged, one
/// line each: `published NUMBER`, `kept KEY`.
///
/// A refusal is printed as `refused CODE SENTENCE` and ends the work with status 3.
struct Acknowledge: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Publish and send events, and print what was acknowledged.")

  @Option(help: "The store's URL; kept afterwards.")
  var store: String
  @Option(help: "How many releases.")
  var publishes = 200
  @Option(help: "How many callers send batches until the releases are published.")
  var callers = 4
  @Option(help: "Events in a batch.")
  var batch = 20
  @Option(help: "The size in bytes beyond which the system lets no file grow.")
  var fileSizeLimit: Int?
  @Option(help: "The user to become first; only root can.")
  var user: UInt32?

  func run() async throws {
    if let user, setgroups(0, nil) != 0 || setgid(user) != 0 || setuid(user) != 0 {
      throw ValidationError("only root can become another user")
    }
    if let fileSizeLimit { try limitFiles(to: fileSizeLimit) }
    do throws(StoreError) {
      let store = try await Stores.open(store)
      let traffic = Traffic(batchSize: batch)
      try await traffic.prepare(store)
      say("ready")
      try await work(traffic, store)
      try await store.close()
      say("done")
    } catch {
      say("refused \(error.code.rawValue) \(error.message)")
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
            // As many batches as releases, so that both go on until the end.
            for number in first..<last {
              let key = "\(first)-\(caller)-\(number)"
              _ = try await store.append([traffic.batch(key)])
              say("kept \(key)")
            }
          }
        }
      }
      group.addTask {
        await result { () async throws(StoreError) in
          for number in first..<last {
            try await traffic.publish(number, bodySize: 4096, to: store)
            say("published \(number)")
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

/// One write a line, so that a line is out or not when the process is killed.
private func say(_ line: String) {
  let bytes = Array("\(line)\n".utf8)
  _ = write(STDOUT_FILENO, bytes, bytes.count)
}

private func limitFiles(to size: Int) throws {
  // Otherwise the system ends the process instead of refusing the write.
  signal(SIGXFSZ, SIG_IGN)
  #if canImport(Glibc)
    let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
  #else
    let resource = RLIMIT_FSIZE
  #endif
  var limit = rlimit(rlim_cur: rlim_t(size), rlim_max: rlim_t(size))
  guard setrlimit(resource, &limit) == 0 else {
    throw ValidationError("the system does not take the limit")
  }
}
