import Foundation
import Security
import YogaClient

/// Stores the session in the keychain of this device: it is not part of backups, and can be read
/// after the first unlock, so that playback and downloads continue while the device is locked.
struct KeychainVault: TokenVault {
  let service: String

  /// An error of the keychain, with its status.
  struct Failure: Error {
    let status: OSStatus
  }

  func load() throws -> StoredSession? {
    let query = query
    query[kSecReturnData] = NSNumber(value: true)
    query[kSecMatchLimit] = kSecMatchLimitOne
    var item: CFTypeRef?
    let status = SecItemCopyMatching(query as NSDictionary as CFDictionary, &item)
    guard status != errSecItemNotFound else { return nil }
    guard status == errSecSuccess, let data = item as? NSData else {
      throw Failure(status: status)
    }
    return try JSONDecoder().decode(StoredSession.self, from: Data(referencing: data))
  }

  func save(_ session: StoredSession?) throws {
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
