import FlowMagic
import Testing

struct NavigatorIsolationTests {
  @MainActor static func navigator() throws -> Navigator {
    try Navigator(screens: shopScreens(), default: shopDocument())
  }

  /// Calls a function of the main actor on another thread, as the callback of an old library does.
  @concurrent static func callBack(_ function: @escaping @MainActor @Sendable () -> Void) async {
    unsafeBitCast(function, to: (() -> Void).self)()
  }

  @Test func `a call on another thread stops the program, and one on the main actor does not`()
    async
  {
    await #expect(processExitsWith: .failure) {
      let navigator = try await NavigatorIsolationTests.navigator()
      await NavigatorIsolationTests.callBack { navigator.back() }
    }
    await #expect(processExitsWith: .success) {
      let navigator = try await NavigatorIsolationTests.navigator()
      await navigator.back()
    }
  }
}
