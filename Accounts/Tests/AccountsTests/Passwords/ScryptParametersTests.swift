import Accounts
import Testing

struct ScryptParametersTests {
  @Test(arguments: [
    (
      "", "", ScryptParameters(logRounds: 4, blockSize: 1, parallelism: 1),
      "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442"
        + "fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906"
    ),
    (
      "password", "NaCl", ScryptParameters(logRounds: 10, blockSize: 8, parallelism: 16),
      "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162"
        + "2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640"
    ),
    (
      "pleaseletmein", "SodiumChloride",
      ScryptParameters(logRounds: 14, blockSize: 8, parallelism: 1),
      "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2"
        + "d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887"
    ),
  ])
  func `scrypt matches the test vectors of RFC 7914, section 12`(
    password: String, salt: String, parameters: ScryptParameters, key: String
  ) throws {
    let derived = try parameters.derive(
      from: Array(password.utf8), salt: Array(salt.utf8), length: 64)
    #expect(ByteEncoding.hex(derived) == key)
  }

  @Test func `scrypt uses OWASP's parameters by default, and can run with them`() async throws {
    #expect(PasswordHasher().parameters == .owasp)
    #expect(
      ScryptParameters.owasp == ScryptParameters(logRounds: 17, blockSize: 8, parallelism: 1))
    #expect(ScryptParameters.owasp.memory == 128 << 20)
    let hash = try await PasswordHasher().hash("correct horse battery staple")
    #expect(hash.hasPrefix("$scrypt$ln=17,r=8,p=1$"))
  }
}
