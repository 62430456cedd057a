import Accounts
import Testing

@Suite struct ClientDataTests {
  @Test(arguments: [
    #"{"type":"webauthn.get","type":"webauthn.create","challenge":"AA","origin":"https://a.b"}"#,
    #"{"type":"webauthn.get","challenge":"AA","challenge":"AB","origin":"https://a.example"}"#,
    #"{"type":"webauthn.get","challenge":"AA","origin":"https://a.b","origin":"https://c.d"}"#,
    #"{"type":"webauthn.get","challenge":"AA","origin":"https://a.example"} "x""#,
    #"{"type":"webauthn.get","challenge":"AA","origin":"https://a.example","crossOrigin":"no"}"#,
    #"{"type":"webauthn.get","challenge":"AA","origin":"\ud800"}"#,
  ])
  func `client data that parsers could interpret differently is rejected`(json: String) {
    #expect(throws: PasskeyError.clientData) { try ClientData(Array(json.utf8)) }
  }

  @Test func `unknown members are allowed`() throws {
    let json = #"{"type":"webauthn.get","challenge":"AA","origin":"https://a.example","new":[{}]}"#

    #expect(throws: Never.self) { try ClientData(Array(json.utf8)) }
  }
}
