import Hummingbird
import NIOCore

/// Reads a request's body, limited in size and time.
enum BodyReader {
  enum Failure: Error { case tooLarge, timedOut, disconnected }

  /// Returns the whole body of a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - limit: The maximum size, in bytes.
  ///   - time: The maximum time for receiving the body.
  /// - Returns: The bytes.
  /// - Throws: The reason why the body cannot be read.
  static func read(
    _ request: Request, atMost limit: Int, within time: Duration
  ) async throws(Failure) -> [UInt8] {
    if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > limit {
      throw .tooLarge
    }
    let body = request.body
    let result = await withTaskGroup(of: Result<[UInt8], Failure>.self) { group in
      group.addTask { await collect(body, limit) }
      group.addTask {
        try? await Task.sleep(for: time)
        return .failure(.timedOut)
      }
      let first = await group.next() ?? .failure(.disconnected)
      group.cancelAll()
      return first
    }
    return try result.get()
  }

  private static func collect(
    _ body: RequestBody, _ limit: Int
  ) async -> Result<[UInt8], Failure> {
    var bytes: [UInt8] = []
    do {
      for try await buffer in body {
        guard bytes.count + buffer.readableBytes <= limit else { return .failure(.tooLarge) }
        bytes.append(contentsOf: buffer.readableBytesView)
      }
      return .success(bytes)
    } catch {
      return .failure(.disconnected)
    }
  }
}
