import Foundation
import Testing
import flowmagic

/// Whether others may use a file with a secret, such as the passphrase of backups.
@Suite struct SecretFileTests {
  private func fix(
    _ mode: Int, owner: UInt32 = 1000, user: UInt32 = 1000, isProvided: Bool = false
  ) -> [String]? {
    SecretFile(mode: mode, owner: owner, user: user, isProvided: isProvided).fix
  }

  @Test(arguments: [0o640, 0o644, 0o604, 0o620, 0o602])
  func `a file that others may read or change is reported with the command`(mode: Int) {
    #expect(fix(mode) == ["chmod 600"])
  }

  @Test(arguments: [0o600, 0o400])
  func `a file that only this user may read is not reported`(mode: Int) {
    #expect(fix(mode) == nil)
  }

  @Test(arguments: [0o444, 0o440, 0o644, 0o664])
  func `a secret of a container that everyone there may read is not reported`(mode: Int) {
    #expect(fix(mode, owner: 0, isProvided: true) == nil)
    #expect(fix(mode, isProvided: true) == nil)
  }

  @Test func `a secret of a container that everyone there may change is reported`() {
    #expect(fix(0o606, isProvided: true) == ["chmod 600"])
  }

  @Test func `another user's file that this user may read through its group is not reported`() {
    #expect(fix(0o440, owner: 0) == nil)
    #expect(fix(0o460, owner: 0) != nil)
  }

  @Test func `for another user's file that anyone may read, the fix makes this user its owner`() {
    #expect(fix(0o444, owner: 0) == ["chown 1000", "chmod 600"])
  }

  @Test(arguments: [0, 1000] as [UInt32])
  func `root is advised to leave the owner of a file unchanged`(owner: UInt32) {
    #expect(fix(0o644, owner: owner, user: 0) == ["chmod go="])
    #expect(fix(0o640, owner: 1000, user: 0) == nil)
  }

  // MARK: Mounts

  /// A systemd unit with `ProtectSystem=strict`, which can write only to its own folders.
  private static let unit = Mounts(
    parsing: """
      90 60 8:2 / / ro,relatime shared:1 master:2 - ext4 /dev/sda2 rw
      91 90 8:2 /etc /etc ro,relatime - ext4 /dev/sda2 rw
      92 90 8:2 /var/lib/flowmagic /var/lib/flowmagic rw - ext4 /dev/sda2 rw
      93 90 8:3 / /backup ro,relatime shared:7 - ext4 /dev/sda3 rw
      94 90 0:25 / /run ro,nosuid - tmpfs tmpfs rw,mode=755
      95 94 0:25 /flowmagic /run/flowmagic rw,nosuid - tmpfs tmpfs rw,mode=755
      96 94 0:60 / /run/credentials/flowmagic.service ro - ramfs ramfs rw,mode=700
      """)

  @Test(arguments: [
    "/etc/flowmagic/purge-headers", "/etc/purge-headers", "/usr/share/passphrase", "/passphrase",
    "/var/lib/flowmagic/passphrase", "/backup/passphrase", "/run/passphrase",
    "/run/flowmagic/passphrase", "/run/user/1000/passphrase", "/run/secrets.d/passphrase",
  ])
  func `a file of the host is not a provided secret, even on a read-only file system`(
    path: String
  ) {
    #expect(!Self.unit.isProvidedSecret(path))
  }

  @Test func `a credential of systemd is a provided secret`() {
    #expect(Self.unit.isProvidedSecret("/run/credentials/flowmagic.service/passphrase"))
  }

  private static let container = Mounts(
    parsing: """
      700 600 0:80 / / rw,relatime - overlay overlay rw,lowerdir=/l,upperdir=/u
      701 700 0:81 / /etc/my\\040secrets ro,relatime - tmpfs tmpfs rw,size=65536k
      702 700 8:2 /srv/passphrase /etc/flowmagic/passphrase ro - ext4 /dev/sda2 rw
      """)

  @Test(arguments: [
    // In the container's own layer, as Compose creates it for an environment variable.
    "/run/secrets/passphrase",
    // From Kubernetes.
    "/etc/my secrets/..2027_01_15_08_00_00.1234/passphrase", "/etc/my secrets/passphrase",
    // From Docker, or from Kubernetes with a `subPath`.
    "/etc/flowmagic/passphrase",
  ])
  func `a file that a container platform mounts is a provided secret`(path: String) {
    #expect(Self.container.isProvidedSecret(path))
  }

  @Test(arguments: ["/etc/flowmagic/other", "/etc/my secrets/folder/passphrase", "/passphrase"])
  func `other files of a container are not provided secrets`(path: String) {
    #expect(!Self.container.isProvidedSecret(path))
  }

  @Test(arguments: ["", "\n", "90 60 8:2", "90 60 8:2 / / ro -", "a b c d e f - "])
  func `an invalid list of mounts has no provided secrets`(list: String) {
    #expect(!Mounts(parsing: list).isProvidedSecret("/etc/flowmagic/passphrase"))
  }

  @Test(arguments: [("passphrase", "passphrase"), ("the team's", #"the team'\''s"#)])
  func `a file that others may read is reported with its path`(
    name: String, quoted: String
  ) throws {
    let folder = FileManager.default.temporaryDirectory.path + "/secret-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = "\(folder)/\(name)"
    try Data("secret".utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    let command = geteuid() == 0 ? "chmod go=" : "chmod 600"
    #expect(System.fix(ofSecret: path) == "`\(command) '\(folder)/\(quoted)'`")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    #expect(System.fix(ofSecret: path) == nil)
  }
}
