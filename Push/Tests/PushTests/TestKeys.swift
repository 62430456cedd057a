import CryptoExtras

/// An RSA key of a service account, generated for this run.
let serviceAccountKeyPEM: String = {
  guard let key = try? _RSA.Signing.PrivateKey(keySize: .bits2048) else { return "" }
  return key.pkcs8PEMRepresentation
}()
