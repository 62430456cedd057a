import Hummingbird
import Logging
import NIOPosix
import ServiceLifecycle

/// The listener of the control socket, for an operator's commands.
package struct ControlListener: Sendable {
  package let socket: ControlSocket
  private let operations: [OperatorOperation]

  package init(_ socket: ControlSocket, operations: [OperatorOperation]) {
    self.socket = socket
    self.operations = operations
  }

  /// Creates the listener with an event loop of its own; returns nil and logs a warning if the
  /// socket cannot be created.
  ///
  /// Only for a server that holds the store's lock.
  func server(_ services: Services, _ deadline: StopDeadline) -> (any Service)? {
    do throws(ControlFailure) {
      return DeliveryServer(
        host: "", port: 0, sockets: [try socket.make()], currentReleases: services.currentReleases,
        routes: EndpointResponder(
          services: services, endpoints: operations.map(\.endpoint), listener: .control),
        limits: .administration, admission: services.streams,
        group: MultiThreadedEventLoopGroup(numberOfThreads: 1), deadline: deadline,
        logger: services.logger
      ) { [path = socket.path, logger = services.logger] _ in
        logger.info("Accepting operator commands at \(path)")
      }
    } catch {
      services.logger.warning(
        """
        Commands such as `flowmagic user` cannot be used while this server runs: \(error)
        """)
      return nil
    }
  }
}
