extension ReleaseClient {
  /// Reconnects at once instead of after the back-off, because the device's network is back or has
  /// changed.
  ///
  /// An app started with `FlowMagic.start` calls it automatically on Apple systems. Does nothing
  /// while a stream is open, before ``start()``, or while the client is paused.
  public func networkChanged() {
    guard isRunning, connection != .live else { return }
    policy.resume()
    restart()
  }

  /// Monitors the network path on Apple systems; elsewhere only the back-off applies.
  func monitorNetwork(with events: EventQueue) {
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
