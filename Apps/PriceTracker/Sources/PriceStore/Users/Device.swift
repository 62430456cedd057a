internal import GRDB
public import PriceDomain

/// A device or browser that notifications are sent to.
public struct Device: Sendable, Hashable, Identifiable {
  /// The push service that reaches the device, and its address there.
  public enum Address: Sendable, Hashable, Codable {
    /// APNs: the device token in hexadecimal, and whether it is for the sandbox environment.
    case apns(token: String, isSandbox: Bool)
    /// Firebase: a registration token or an installation ID.
    case fcm(id: String, isInstallation: Bool)
    /// A browser's push subscription, as returned by `PushSubscription.toJSON()`.
    case web(endpoint: String, p256dh: String, auth: String)

    /// A unique key for the address.
    var key: String {
      switch self {
      case .apns(let token, _): "apns:\(token.lowercased())"
      case .fcm(let id, _): "fcm:\(id)"
      case .web(let endpoint, _, _): "web:\(endpoint)"
      }
    }
  }

  /// The ID; it authorizes changes of the device, so it is shown only to its owner.
  public let id: String
  /// The account that is signed in on the device; nil if none is.
  public let user: String?
  /// The address at the push service.
  public let address: Address
  /// The name that its app or browser reports.
  public let name: String
  /// The language of its notifications.
  public let language: Language
  /// When it was last registered; failures that push services report for earlier times are ignored.
  public let registered: Timestamp

  /// Creates a device.
  public init(
    id: String, user: String?, address: Address, name: String, language: Language,
    registered: Timestamp
  ) {
    self.id = id
    self.user = user
    self.address = address
    self.name = name
    self.language = language
    self.registered = registered
  }
}

extension PriceStore {
  /// Registers a device, or updates a registered one: it then belongs only to the account that is
  /// signed in on it.
  ///
  /// - Parameters:
  ///   - device: The device.
  ///   - earlier: The ID of the earlier registration that this one renews; nil for a new one.
  /// - Returns: The device; if it was registered already, with its existing ID.
  /// - Throws: `StoreError` with `device-removed` if a user has removed the device `earlier` within
  ///   the retention period, but not if its registration ended for another reason, such as a
  ///   changed password; with `limit-reached` if the user has too many devices.
  public func register(_ device: Device, renewing earlier: String? = nil) async throws -> Device {
    try await database.change { database in
      let wasRemoved =
        try Bool.fetchOne(
          database, sql: "SELECT EXISTS (SELECT 1 FROM removed_device WHERE id = ?)",
          arguments: [earlier]) ?? false
      guard !wasRemoved else {
        throw StoreError(
          .deviceRemoved, "This device was removed. Register it without its ID to add it again.")
      }
      if let user = device.user {
        let count =
          try Int.fetchOne(
            database, sql: "SELECT count(*) FROM device WHERE user = ? AND key <> ?",
            arguments: [user, device.address.key]) ?? 0
        guard count < Limit.devices else {
          throw StoreError(
            .limitReached,
            "You have \(Limit.devices) devices, which is the limit. Remove one first.")
        }
      }
      // Pending deliveries for the previous owner must not reach the new one.
      try database.execute(
        sql: """
          DELETE FROM delivery WHERE state = 'pending' AND device IN
            (SELECT id FROM device WHERE key = ? AND user IS NOT ?)
          """, arguments: [device.address.key, device.user])
      try database.execute(
        sql: """
          INSERT INTO device (id, key, user, address, name, language, registered)
          VALUES (?, ?, ?, ?, ?, ?, ?)
          ON CONFLICT (key) DO UPDATE SET user = excluded.user, address = excluded.address,
            name = excluded.name, language = excluded.language, registered = excluded.registered
          """,
        arguments: [
          device.id, device.address.key, device.user, try JSONColumn.text(device.address),
          device.name, device.language == .german ? "de" : "en", device.registered.seconds,
        ])
      let row = try Row.fetchOne(
        database, sql: "SELECT * FROM device WHERE key = ?", arguments: [device.address.key])
      return try row.map(Self.device) ?? device
    }
  }

  /// Returns a user's devices, most recently registered first.
  public func devices(of user: String) async throws -> [Device] {
    try await database.read { database in
      try Row.fetchAll(
        database, sql: "SELECT * FROM device WHERE user = ? ORDER BY registered DESC, id",
        arguments: [user]
      ).map(Self.device)
    }
  }

  /// Returns the device with an ID.
  public func device(_ id: String) async throws -> Device? {
    try await database.read { database in
      try Row.fetchOne(database, sql: "SELECT * FROM device WHERE id = ?", arguments: [id])
        .map(Self.device)
    }
  }

  /// Removes the device with an ID, which is known only to its owner, and records its removal.
  public func removeDevice(_ id: String, at now: Timestamp) async throws {
    try await database.change { database in
      try database.execute(sql: "DELETE FROM device WHERE id = ?", arguments: [id])
      guard database.changesCount == 1 else {
        throw StoreError(.notFound, "There is no such device. It may have been removed already.")
      }
      try database.execute(
        sql: "INSERT OR REPLACE INTO removed_device VALUES (?, ?)", arguments: [id, now.seconds])
    }
  }

  /// Detaches a device from its user, for example at sign-out.
  public func detachDevice(_ id: String, from user: String) async throws {
    try await database.change { database in
      try database.execute(
        sql: """
          DELETE FROM delivery WHERE state = 'pending'
            AND device IN (SELECT id FROM device WHERE id = ? AND user = ?)
          """, arguments: [id, user])
      try database.execute(
        sql: "UPDATE device SET user = NULL WHERE id = ? AND user = ?", arguments: [id, user])
    }
  }

  static func device(_ row: Row) throws -> Device {
    Device(
      id: row["id"], user: row["user"], address: try JSONColumn.value(row["address"]),
      name: row["name"], language: row["language"] == "de" ? .german : .english,
      registered: Timestamp(row["registered"]))
  }
}
