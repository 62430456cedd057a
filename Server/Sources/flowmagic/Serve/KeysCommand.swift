import ArgumentParser
import FlowMagic
import FlowServer
import FlowStore

/// What can be done with keys: those of apps through a server, those that sign beside its store.
struct KeysCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keys",
    abstract: "Looks after apps' SDK keys, and the keys that releases are signed with.",
    subcommands: [
      ListKeysCommand.self, CreateKeyCommand.self, RevokeKeyCommand.self, RotateKeysCommand.self,
    ])
}

/// Makes a new signing key that the present one vouches for.
struct RotateKeysCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rotate",
    abstract: "Makes a new signing key that the present one vouches for.",
    discussion: """
      Apps in the field follow the chain of keys by themselves. A running server signs with the \
      new key within a minute, or at once on SIGHUP. New SDK keys carry the new key. The secret of \
      people's accounts is renewed too; what was sealed with the ones before still opens.

      Example:
        flowmagic keys rotate --store sqlite:flowmagic.db
      """)

  @OptionGroup var settings: ServerOptions

  @Flag(help: "Write one JSON document instead of text.")
  var json = false

  func run() async throws {
    do {
      let settings = try ServerSettings(self.settings)
      let folder = KeyFolder(settings.keys)
      let (old, new) = try folder.rotate()
      let secrets = try folder.rotateAccountKeys()
      let text =
        json
        ? """
        {"version":\(new.set.version),"old":"\(old.publicKey.id)","new":"\(new.publicKey.id)",\
        "accountSecrets":\(secrets)}\n
        """
        : """
        The key \(new.publicKey.id) signs from now on, in place of \(old.publicKey.id).
        Accounts have a new secret too; there are \(secrets) that open what was sealed.
        A running server takes it within a minute, or at once: kill -HUP and its process id.\n
        """
      try System.write(Array(text.utf8), to: System.output)
    } catch {
      throw OperatorMessage.failure("\(error)")
    }
  }
}
