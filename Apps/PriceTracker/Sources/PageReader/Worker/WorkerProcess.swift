internal import CWorker
internal import FoundationEssentials

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A process that reads pages; used by one thread at a time.
///
/// NB: `Sendable` is unchecked; the pool ensures that only one caller at a time uses a worker.
final class WorkerProcess: @unchecked Sendable {
  /// The reason why there is no result.
  enum Failure: Error, CustomStringConvertible {
    /// There was no result within the time limit.
    case timedOut
    /// The process ended by itself or was killed.
    case ended
    /// It used up its processor time.
    case processorTimeExceeded
    /// The response is invalid or too long.
    case invalidResponse

    /// What happened, as the end of a sentence.
    var description: String {
      switch self {
      case .timedOut: "it took longer than the time limit"
      case .ended: "the process that read it has ended"
      case .processorTimeExceeded: "it took more processor time than the limit"
      case .invalidResponse: "the process that read it sent an invalid or too long response"
      }
    }
  }

  /// The maximum length of a response in bytes.
  static let maximumResponseBytes = 2 << 20

  private let worker: cworker
  private var hasEnded = false
  /// The number of pages that it was given.
  private(set) var pageCount = 0

  /// Starts a process; nil if that is impossible.
  init?(path: String, arguments: [String], configuration: [UInt8]) {
    var argumentPointers: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) }
    defer { for pointer in argumentPointers { free(pointer) } }
    argumentPointers.append(nil)
    var worker = cworker()
    guard cworker_start(path, argumentPointers, &worker) else { return nil }
    self.worker = worker
    // Waits until the process has started, if the socket's buffer is too small for all bytes.
    let deadline = cworker_deadline(10_000)
    guard WorkerFrame.write(configuration, to: worker.socket, deadline: deadline) == nil else {
      end()
      return nil
    }
  }

  deinit { end() }

  /// The identifier of the process.
  var processID: Int32 { worker.process }

  /// Whether the process waits for a page.
  var isIdle: Bool { !hasEnded && !cworker_has_closed(worker) }

  /// Reads a page; blocks until there is a result, or for `timeoutMilliseconds` at most.
  ///
  /// After a failure, the process has ended.
  func result(of input: PageInput, timeoutMilliseconds: Int) throws(Failure) -> PageResult {
    pageCount += 1
    let deadline = cworker_deadline(Int64(timeoutMilliseconds))
    do throws(Failure) {
      let request = try? JSONEncoder().encode(WorkerRequest(input))
      guard let request else { throw .invalidResponse }
      for part in [Array(request), input.bytes] {
        if let failure = WorkerFrame.write(part, to: worker.socket, deadline: deadline) {
          throw failure
        }
      }
      let response = try WorkerFrame.read(
        from: worker.socket, limit: Self.maximumResponseBytes, deadline: deadline)
      guard let result = try? JSONDecoder().decode(PageResult.self, from: Data(response)) else {
        throw .invalidResponse
      }
      return result
    } catch {
      let status = end()
      throw error == .ended && cworker_exceeded_time(status) ? .processorTimeExceeded : error
    }
  }

  /// The result of a page, or why there is none.
  func outcome(of input: PageInput, timeoutMilliseconds: Int) -> Result<PageResult, Failure> {
    do throws(Failure) {
      return .success(try result(of: input, timeoutMilliseconds: timeoutMilliseconds))
    } catch { return .failure(error) }
  }

  @discardableResult private func end() -> Int32 {
    guard !hasEnded else { return 0 }
    hasEnded = true
    return cworker_end(worker)
  }
}

/// The request to the process, which precedes the page's bytes.
struct WorkerRequest: Codable {
  let charset: String?
  let status: Int
  let host: String?
  let requestedProduct: ProductURL?

  init(_ input: PageInput) {
    (charset, status, host) = (input.charset, input.status, input.host)
    requestedProduct = input.requestedProduct
  }

  /// The page with these bytes.
  func input(_ bytes: [UInt8]) -> PageInput {
    PageInput(
      bytes, charset: charset, status: status, host: host, requestedProduct: requestedProduct)
  }
}

/// The configuration that the process receives at its start.
struct WorkerConfiguration: Codable {
  let rules: StoreRules
  let memoryBytes: Int
  let processorSeconds: Int
}

/// The format in both directions: the length as four bytes in big-endian order, then the bytes.
enum WorkerFrame {
  static func write(_ bytes: [UInt8], to file: Int32, deadline: Int64) -> WorkerProcess.Failure? {
    let count = UInt32(bytes.count)
    let length = (0..<4).map { UInt8(truncatingIfNeeded: count >> (24 - 8 * $0)) }
    for part in [length, bytes] {
      switch cworker_write(file, part, part.count, deadline) {
      case CWORKER_DONE: continue
      case CWORKER_TIMED_OUT: return .timedOut
      default: return .ended
      }
    }
    return nil
  }

  static func read(
    from file: Int32, limit: Int, deadline: Int64
  ) throws(WorkerProcess.Failure) -> [UInt8] {
    let length = try bytes(4, from: file, deadline).reduce(0) { $0 << 8 | Int($1) }
    guard length <= limit else { throw .invalidResponse }
    return try bytes(length, from: file, deadline)
  }

  private static func bytes(
    _ count: Int, from file: Int32, _ deadline: Int64
  ) throws(WorkerProcess.Failure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    switch cworker_read(file, &bytes, count, deadline) {
    case CWORKER_DONE: return bytes
    case CWORKER_TIMED_OUT: throw .timedOut
    default: throw .ended
    }
  }
}
