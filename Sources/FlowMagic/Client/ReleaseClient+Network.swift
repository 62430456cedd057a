extension ReleaseClient {
  /// Connects at once instead of after the back-off: the device has a network again, or another
  /// one.
  ///
  /// On Apple systems, a client that `start` has made calls it by itself. Nothing happens while a
  /// stream is open, before the start, and in the background.
  public func networkChanged() {
    guard isRunning, connection != .live else { return }
    policy.resume()
    restart()
  }

  /// Follows the network path of Apple systems; on others, the back-off alone decides.
  func followNetwork(with events: EventQueue) {
    #if canImport(Network)
      networkPath = NetworkPathMonitor { [weak self, weak events] in
        Task {
          await self?.networkChanged()
          await events?.networkChanged()
        }
      }
    #endif
  }
}

extension EventQueue {
  /// Sends what waits for a network now, instead of after the back-off.
  public func networkChanged() async {
    guard isWaitingToRetry else { return }
    await flush()
  }
}
