import ArgumentParser
import FlowServer

/// Adds the likely subcommand to the parser's error about a misspelled one; for options, the parser
/// has suggestions of its own.
enum CommandSuggestion {
  /// Returns an error's text with a suggestion; nil if it is not about a misspelled subcommand of
  /// `root`, or if no name is similar.
  static func text(
    _ error: String, for arguments: [String], of root: any ParsableCommand.Type
  ) -> String? {
    guard let (argument, names) = misspelled(arguments, of: root) else { return nil }
    let message = "Unexpected argument '\(argument)'"
    guard error.contains(message), let name = EditDistance.nearest(to: argument, among: names)
    else { return nil }
    return error.replacing(
      message, with: "\(message). Did you mean '\(name)'?", maxReplacements: 1)
  }

  /// The arguments to parse, without `help` before a misspelled subcommand: the parser would show
  /// the help of the whole program, and without `help` it reports the name.
  static func argumentsToParse(
    _ arguments: [String], of root: any ParsableCommand.Type
  ) -> [String] {
    let rest = Array(arguments.dropFirst())
    return arguments.first == "help" && misspelled(rest, of: root) != nil ? rest : arguments
  }

  /// The first argument that should be a subcommand and is not, and the names of the subcommands
  /// that the command before it has; nil if there is none, or if an option comes first.
  private static func misspelled(
    _ arguments: [String], of root: any ParsableCommand.Type
  ) -> (argument: String, names: [String])? {
    var command = root
    for argument in arguments {
      let subcommands = command.configuration.subcommands
      guard !subcommands.isEmpty, !argument.hasPrefix("-") else { return nil }
      guard let next = subcommands.first(where: { $0.names.contains(argument) }) else {
        return (argument, subcommands.flatMap { $0.names })
      }
      command = next
    }
    return nil
  }
}

extension ParsableCommand {
  fileprivate static var names: [String] { [_commandName] + configuration.aliases }
}
