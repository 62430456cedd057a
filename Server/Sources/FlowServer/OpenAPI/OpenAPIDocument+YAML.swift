package import FlowCore
import Yams

extension OpenAPIDocument {
  /// The document as YAML, created once: the same content as the JSON, in the same order.
  static let yaml = Result { Array(try yaml(make(Routes.all)).utf8) }

  /// Converts a document to YAML 1.2.
  ///
  /// - Throws: Any error of the YAML library for texts that it cannot represent.
  package static func yaml(_ document: JSON) throws -> String {
    try Yams.serialize(node: node(document), width: 100, allowUnicode: true)
  }

  private static func node(_ json: JSON) -> Node {
    switch json {
    case .object(let object):
      .mapping(
        Node.Mapping(
          object.members.map { (.scalar($0.key.string.represented()), node($0.value)) }))
    case .array(let elements): .sequence(Node.Sequence(elements.map(node)))
    // NB: quoted where it would be parsed as another type, such as the status "200".
    case .string(let text): .scalar(text.represented())
    case .number, .bool, .null: .scalar(Node.Scalar(json.text(.compact)))
    }
  }
}
