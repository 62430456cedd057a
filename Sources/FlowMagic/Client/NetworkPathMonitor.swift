#if canImport(Network)
  import Foundation
  import Network

  /// Follows whether the device has a network, as the system knows it.
  final class NetworkPathMonitor: Sendable {
    private let monitor = NWPathMonitor()

    /// Starts to follow.
    ///
    /// - Parameter onReachable: Called, on a queue of its own, each time that a network is there
    ///   again or is another one.
    init(onReachable: @escaping @Sendable () -> Void) {
      monitor.pathUpdateHandler = { path in
        if path.status == .satisfied { onReachable() }
      }
      monitor.start(queue: DispatchQueue(label: "FlowMagic.NetworkPathMonitor"))
    }

    deinit { monitor.cancel() }
  }
#endif
