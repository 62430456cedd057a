/// The permissions of a file with a secret that an operator has written, such as a passphrase.
///
/// Container platforms provide secrets as files that everyone in the container may read, and that
/// root often owns; their permissions cannot be changed there, and need not be. See `Mounts`.
package struct SecretFile: Sendable {
  private let mode: Int
  private let owner: UInt32
  private let user: UInt32
  private let isProvided: Bool

  /// Creates the permissions of a file.
  ///
  /// - Parameters:
  ///   - mode: The permission bits.
  ///   - owner: The id of the file's owner.
  ///   - user: The id of this process's user.
  ///   - isProvided: Whether a container platform or systemd provides it, in a folder that others
  ///   may not write to.
  package init(mode: Int, owner: UInt32, user: UInt32, isProvided: Bool) {
    self.mode = mode
    self.owner = owner
    self.user = user
    self.isProvided = isProvided
  }

  /// The commands, without the path, that keep others from using the file; nil if none are needed.
  ///
  /// A file of another user may be readable by its group, through which this user reads it.
  package var fix: [String]? {
    let isOwnFileGroupReadable = mode & 0o040 != 0 && owner == user
    guard mode & 0o027 != 0 || isOwnFileGroupReadable else { return nil }
    if isProvided, mode & 0o002 == 0 { return nil }
    // NB: root can read any file, and changing the owner could lock the server's user out.
    if user == 0 { return ["chmod go="] }
    // NB: `chmod` alone would keep this user from reading another user's file.
    return (owner == user ? [] : ["chown \(user)"]) + ["chmod 600"]
  }
}
