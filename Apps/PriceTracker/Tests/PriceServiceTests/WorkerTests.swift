#if canImport(Glibc)
  import CWorker
  import Foundation
  import Glibc
  import Testing

  /// The restrictions of the processes that read pages.
  @Suite struct WorkerTests {
    /// Runs work on a new thread, so that a denial applies only to it, and returns the result.
    private func onNewThread<Value: Sendable>(
      _ body: @escaping @Sendable () -> Value
    ) async -> Value {
      await withCheckedContinuation { continuation in
        Thread { continuation.resume(returning: body()) }.start()
      }
    }

    @Test func `attack: a thread without network access can open no socket and run no program`()
      async
    {
      let stream = Int32(SOCK_STREAM.rawValue)
      let errors = await onNewThread { () -> [Int32] in
        guard cworker_deny_network() else { return [] }
        var errors: [Int32] = []
        for family in [AF_INET, AF_INET6, AF_UNIX] {
          errors.append(socket(family, stream, 0) < 0 ? errno : 0)
        }
        var arguments: [UnsafeMutablePointer<CChar>?] = [nil]
        errors.append(execve("/bin/true", &arguments, &arguments) < 0 ? errno : 0)
        // Files can still be read, for the conversion of charsets.
        let file = open("/dev/null", O_RDONLY)
        errors.append(file < 0 ? errno : 0)
        close(file)
        return errors
      }
      #expect(errors == [EPERM, EPERM, EPERM, EPERM, 0])
      // Other threads are not affected, so the service can still fetch pages.
      let other = socket(AF_INET, stream, 0)
      #expect(other >= 0)
      close(other)
    }
  }
#endif
