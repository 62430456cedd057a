#if canImport(Network)
  import Foundation
  import Network

  /// Monitors the system's network path.
  final class NetworkPathMonitor: Sendable {
    private let monitor = NWPathMonitor()

    /// Starts monitoring.
    ///
    /// - Parameter onReachable: Called on a private queue whenever the network becomes available
    ///   again or changes.
    init(onReachable: @escaping @Sendable () -> Void) {
      monitor.pathUpdateHandler = { path in
        if path.status == .satisfied { onReachable() }
      }
      monitor.start(queue: DispatchQueue(label: "FlowMagic.NetworkPathMonitor"))
    }

    deinit { monitor.cancel() }
  }
#endif
