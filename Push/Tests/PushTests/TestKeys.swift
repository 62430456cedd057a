import CryptoExtras

/// A private key generated for this run.
let pem: String = {
  guard let key = try? _RSA.Signing.PrivateKey(keySize: .bits2048) else { return "" }
  return key.pkcs8PEMRepresentation
}()
