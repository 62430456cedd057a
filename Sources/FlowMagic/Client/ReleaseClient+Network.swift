extension ReleaseClient {
  /// Reconnects at once instead of after the back-off, because the device's network is back or has
  /// changed.
  ///
  /// On Apple systems, `start` calls it automatically. Does nothing while a stream is open, before
  /// the start, or in the background.
  public func networkChanged() {
    guard isRunning, connection != .live else { return }
    policy.resume()
    restart()
  }

  /// Monitors the network path on Apple systems; elsewhere only the back-off applies.
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
  /// Sends pending events now instead of after the back-off.
  public func networkChanged() async {
    guard isWaitingToRetry else { return }
    await flush()
  }
}
