#if canImport(SwiftUI) && canImport(UIKit) && canImport(WebKit)
  import Foundation
  import PriceClient
  import PriceDomain
  import Security

  /// The session's tokens in the keychain, on this device only.
  struct Keychain: TokenStore {
    /// The keychain failed.
    struct Failure: Error { let status: OSStatus }

    func load() throws -> SessionTokens? {
      let query = self.query
      query[kSecReturnData] = true
      query[kSecMatchLimit] = kSecMatchLimitOne
      var result: CFTypeRef?
      let status = SecItemCopyMatching(query as NSDictionary as CFDictionary, &result)
      if status == errSecItemNotFound { return nil }
      guard status == errSecSuccess, let data = result as? Data else {
        throw Failure(status: status)
      }
      return try? JSONDecoder().decode(SessionTokens.self, from: data)
    }

    func save(_ tokens: SessionTokens?) throws {
      guard let tokens else {
        let status = SecItemDelete(query as NSDictionary as CFDictionary)
        return try check(status == errSecItemNotFound ? errSecSuccess : status)
      }
      let change = NSMutableDictionary()
      change[kSecValueData] = try JSONEncoder().encode(tokens)
      let status = SecItemUpdate(
        query as NSDictionary as CFDictionary, change as NSDictionary as CFDictionary)
      guard status == errSecItemNotFound else { return try check(status) }
      let item = query
      item[kSecValueData] = change[kSecValueData]
      item[kSecAttrAccessible] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
      try check(SecItemAdd(item as NSDictionary as CFDictionary, nil))
    }

    private var query: NSMutableDictionary {
      let query = NSMutableDictionary()
      query[kSecClass] = kSecClassGenericPassword
      query[kSecAttrService] = "prices.session"
      return query
    }

    private func check(_ status: OSStatus) throws {
      if status != errSecSuccess { throw Failure(status: status) }
    }
  }
#endif
