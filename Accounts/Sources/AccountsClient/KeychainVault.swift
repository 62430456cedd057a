#if canImport(Security)
  import Foundation
  import Security

  /// Stores the session in the keychain of this device: it is not part of backups, and can be read
  /// after the first unlock, so that the app also works in the background while the device is
  /// locked.
  public struct KeychainVault<Session: Codable & Sendable>: SessionVault {
    /// An error of the keychain.
    public struct Failure: Error {
      /// Its status, an `OSStatus`.
      public let status: Int32
    }

    private let service: String

    /// Creates a vault.
    ///
    /// - Parameter service: The name of the item, such as `com.example.app`.
    public init(service: String) { self.service = service }

    /// Returns the stored session; nil if there is none.
    public func load() throws -> Session? {
      let query = query
      query[kSecReturnData] = NSNumber(value: true)
      query[kSecMatchLimit] = kSecMatchLimitOne
      var item: CFTypeRef?
      let status = SecItemCopyMatching(query as NSDictionary as CFDictionary, &item)
      guard status != errSecItemNotFound else { return nil }
      guard status == errSecSuccess, let data = item as? NSData else {
        throw Failure(status: status)
      }
      return try JSONDecoder().decode(Session.self, from: Data(referencing: data))
    }

    /// Stores a session, replacing the previous one; nil removes it.
    public func save(_ session: Session?) throws {
      guard let session else {
        let status = SecItemDelete(query as NSDictionary as CFDictionary)
        guard status == errSecSuccess || status == errSecItemNotFound else {
          throw Failure(status: status)
        }
        return
      }
      let data = NSData(data: try JSONEncoder().encode(session))
      let change = NSMutableDictionary()
      change[kSecValueData] = data
      change[kSecAttrAccessible] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
      var status = SecItemUpdate(
        query as NSDictionary as CFDictionary, change as NSDictionary as CFDictionary)
      if status == errSecItemNotFound {
        let item = query
        item.addEntries(from: change as? [AnyHashable: Any] ?? [:])
        status = SecItemAdd(item as NSDictionary as CFDictionary, nil)
      }
      guard status == errSecSuccess else { throw Failure(status: status) }
    }

    private var query: NSMutableDictionary {
      let query = NSMutableDictionary()
      query[kSecClass] = kSecClassGenericPassword
      query[kSecAttrService] = NSString(string: service)
      query[kSecAttrAccount] = NSString(string: "session")
      return query
    }
  }
#endif
