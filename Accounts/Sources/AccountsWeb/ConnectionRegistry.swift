import Logging
import NIOConcurrencyHelpers
import NIOCore

/// Counts the connections in total and by network, across all event loops, and knows which of them
/// are idle.
final class ConnectionRegistry: Sendable {
  private struct IdleConnection {
    let since: NIODeadline
    /// Closes the connection, from any thread.
    let close: @Sendable () -> Void
  }

  private struct Counts {
    var total = 0
    var networks: [String: Int] = [:]
    var idle: [String: [ObjectIdentifier: IdleConnection]] = [:]
    /// Connections that another one has replaced: they end soon, and no longer count.
    var replaced: Set<ObjectIdentifier> = []
    /// The number of refused connections by network since the last log entry.
    var refused: [String: Int] = [:]
    /// The number of refused connections of all networks since the last log entry.
    var totalRefused = 0
    var isLogging = false

    mutating func add(_ network: String?) {
      total += 1
      if let network { networks[network, default: 0] += 1 }
    }

    mutating func remove(_ network: String?) {
      total -= 1
      guard let network, let networkCount = networks[network] else { return }
      networks[network] = networkCount > 1 ? networkCount - 1 : nil
    }

    mutating func removeIdle(_ id: ObjectIdentifier, of network: String?) {
      guard let network else { return }
      idle[network]?[id] = nil
      if idle[network]?.isEmpty == true { idle[network] = nil }
    }

    /// Removes the longest idle connection of a network, to be closed; nil if there is none.
    mutating func replaceIdle(of network: String?) -> IdleConnection? {
      guard let network,
        let longest = idle[network]?.min(by: { $0.value.since < $1.value.since })
      else { return nil }
      removeIdle(longest.key, of: network)
      replaced.insert(longest.key)
      remove(network)
      return longest.value
    }
  }

  /// The maximum number of networks whose refusals are counted for a log entry.
  private static let maximumLoggedNetworks = 100

  private let counts = NIOLockedValueBox(Counts())

  // MARK: Connections

  /// Counts a connection; at a limit, closes the longest idle one of its network instead.
  ///
  /// - Returns: Whether the connection is within the limits; otherwise it is not counted.
  func register(_ network: String?, _ limits: ConnectionLimits) -> Bool {
    let (hasCapacity, replaced) = counts.withLockedValue { counts -> (Bool, IdleConnection?) in
      let networkCount = network.map { counts.networks[$0, default: 0] } ?? 0
      var replaced: IdleConnection?
      if counts.total >= limits.connections || networkCount >= limits.connectionsPerNetwork ?? .max
      {
        replaced = counts.replaceIdle(of: network)
        if replaced == nil { return (false, nil) }
      }
      counts.add(network)
      limits.onChange(counts.total)
      return (true, replaced)
    }
    replaced?.close()
    return hasCapacity
  }

  /// Counts the end of a connection.
  func unregister(_ id: ObjectIdentifier, _ network: String?, _ limits: ConnectionLimits) {
    counts.withLockedValue { counts in
      counts.removeIdle(id, of: network)
      guard counts.replaced.remove(id) == nil else { return }
      counts.remove(network)
      limits.onChange(counts.total)
    }
  }

  // MARK: Idle connections

  /// Adds a connection that may be replaced by another one of its network.
  func addIdle(
    _ id: ObjectIdentifier, of network: String, since: NIODeadline,
    close: @escaping @Sendable () -> Void
  ) {
    counts.withLockedValue {
      $0.idle[network, default: [:]][id] = IdleConnection(since: since, close: close)
    }
  }

  /// Removes a connection that receives a request.
  ///
  /// - Returns: False if it has been replaced in the meantime.
  func removeIdle(_ id: ObjectIdentifier, of network: String?) -> Bool {
    counts.withLockedValue { counts in
      counts.removeIdle(id, of: network)
      return !counts.replaced.contains(id)
    }
  }

  // MARK: Refusals

  /// Logs a refused connection: the first immediately, further ones together after the interval.
  func logRefusal(
    of network: String?, _ limits: ConnectionLimits, on eventLoop: any EventLoop
  ) {
    guard limits.logger != nil else { return }
    let isFirst = counts.withLockedValue { counts in
      let network = network ?? "unknown"
      if counts.refused[network] != nil || counts.refused.count < Self.maximumLoggedNetworks {
        counts.refused[network, default: 0] += 1
      }
      counts.totalRefused += 1
      defer { counts.isLogging = true }
      return !counts.isLogging
    }
    if isFirst { logRefusals(limits, on: eventLoop) }
  }

  private func logRefusals(_ limits: ConnectionLimits, on eventLoop: any EventLoop) {
    let (refused, total) = counts.withLockedValue { counts in
      defer { (counts.refused, counts.totalRefused) = ([:], 0) }
      counts.isLogging = !counts.refused.isEmpty
      return (counts.refused, counts.totalRefused)
    }
    guard let most = refused.max(by: { $0.value < $1.value }) else { return }
    limits.logger?.warning(
      "Connections were refused, because too many are open; the network with the most:",
      metadata: [
        "network": .string(most.key), "count": .stringConvertible(most.value),
        "total": .stringConvertible(total),
      ])
    eventLoop.scheduleTask(in: TimeAmount(limits.logInterval)) {
      self.logRefusals(limits, on: eventLoop)
    }
  }
}
