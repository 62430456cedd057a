/// Counts the bytes of apps' bodies in memory, so that no network and no organization exhausts it.
///
/// Bytes count from their arrival to the response. Declared bytes that have not arrived use no
/// memory and do not count; otherwise, a sender could block others by declaring large bodies and
/// not sending them.
struct IntakeBodies: Sendable {
  private let limits: IntakeLimits.Bodies
  private(set) var total = 0
  private var organizations: [String: Int] = [:]
  private var networks: [IntakeSender: Int] = [:]
  /// By network, with the keys of all organizations.
  private var networkTotals: [String: Int] = [:]

  init(_ limits: IntakeLimits.Bodies) { self.limits = limits }

  /// Counts bytes that have arrived; returns false, and counts none, if they exceed a limit.
  ///
  /// An organization may use at most as many bytes as then remain free, so that another one can
  /// always send. `network` is nil if it is not limited.
  mutating func add(_ bytes: Int, of organization: String, from network: IntakeSender?) -> Bool {
    guard bytes > 0 else { return true }
    let organizationBytes = (organizations[organization] ?? 0) + bytes
    guard organizationBytes <= limits.organization, organizationBytes <= limits.all - total - bytes
    else { return false }
    if let network {
      let networkBytes = (networks[network] ?? 0) + bytes
      let networkTotal = (networkTotals[network.id] ?? 0) + bytes
      guard networkBytes <= limits.network, networkTotal <= limits.networkAcrossOrganizations else {
        return false
      }
      networks[network] = networkBytes
      networkTotals[network.id] = networkTotal
    }
    organizations[organization] = organizationBytes
    total += bytes
    return true
  }

  /// Stops counting bytes that are no longer in memory.
  mutating func remove(_ bytes: Int, of organization: String, from network: IntakeSender?) {
    guard bytes > 0 else { return }
    total -= bytes
    let organizationBytes = (organizations[organization] ?? 0) - bytes
    organizations[organization] = organizationBytes > 0 ? organizationBytes : nil
    guard let network else { return }
    let networkBytes = (networks[network] ?? 0) - bytes
    networks[network] = networkBytes > 0 ? networkBytes : nil
    let networkTotal = (networkTotals[network.id] ?? 0) - bytes
    networkTotals[network.id] = networkTotal > 0 ? networkTotal : nil
  }
}
