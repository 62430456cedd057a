import CYogaCatalog
import Foundation

/// All practices: fourteen myths with six videos each, and a glossary.
///
/// It is bundled with the app and the service, so it is available offline and before the first
/// request.
public struct Catalog: Codable, Hashable, Sendable {
  /// Descriptions of the six kinds of practices.
  public let kinds: [KindDescription]
  /// The glossary of poses, gestures and breathing techniques.
  public let glossary: [GlossaryEntry]
  /// The myths, in the order in which the menu shows them.
  public let myths: [Myth]

  /// The catalog of this version of the app.
  public static let current: Catalog = {
    do {
      return try Catalog(json: EmbeddedFile.catalog_json.content)
    } catch {
      // NB: only after an invalid edit of catalog.json, which the tests detect.
      preconditionFailure("catalog.json cannot be read: \(error)")
    }
  }()

  /// Reads a catalog.
  ///
  /// - Throws: A `DecodingError` with the coding path if the text is not a catalog.
  public init(json: some Sequence<UInt8>) throws {
    self = try JSONDecoder().decode(Catalog.self, from: Data(json))
  }

  /// The videos of all myths, in order.
  public var videos: [Video] { myths.flatMap(\.videos) }

  /// The myth with an id such as `agni`.
  public func myth(_ id: String) -> Myth? { myths.first { $0.id == id } }

  /// The video with an id such as `agni/mantra`.
  public func video(_ id: String) -> Video? {
    myth(String(id.prefix { $0 != "/" }))?.videos.first { $0.id == id }
  }

  /// The video that a screen offers to practice: by its id, or at an index of a myth.
  ///
  /// - Parameters:
  ///   - id: An id such as `agni/mantra`; nil if the screen names a myth and an index.
  ///   - myth: The id of a myth.
  ///   - index: The index among the myth's videos, from 0.
  /// - Returns: The video; nil if there is none.
  public func video(id: String?, myth: String?, index: Int?) -> Video? {
    if let id { return video(id) }
    guard let index, let videos = myth.flatMap({ self.myth($0) })?.videos,
      videos.indices.contains(index)
    else { return nil }
    return videos[index]
  }

  /// The glossary's entry with an id such as `navasana`.
  public func entry(_ id: String) -> GlossaryEntry? { glossary.first { $0.id == id } }

  /// The video after another one of the same myth; nil after the last.
  public func video(after id: String) -> Video? { neighbor(of: id, 1) }

  /// The video before another one of the same myth; nil before the first.
  public func video(before id: String) -> Video? { neighbor(of: id, -1) }

  private func neighbor(of id: String, _ step: Int) -> Video? {
    guard let videos = myth(String(id.prefix { $0 != "/" }))?.videos,
      let index = videos.firstIndex(where: { $0.id == id }), videos.indices.contains(index + step)
    else { return nil }
    return videos[index + step]
  }
}

/// The description of a kind of practice.
public struct KindDescription: Codable, Hashable, Sendable, Identifiable {
  /// The kind.
  public let id: Video.Kind
  /// The name, such as `Breath`, in German `Atem`.
  public let name: LocalizedText
  /// The Sanskrit name, such as `prāṇāyāma`.
  public let sanskrit: SanskritName
  /// A description in one sentence.
  public let text: LocalizedText
}

/// An explanation of a pose, gesture or breathing technique.
public struct GlossaryEntry: Codable, Hashable, Sendable, Identifiable {
  /// The id, such as `virabhadrasana`.
  public let id: String
  /// The group of the entry.
  public let group: Group
  /// The name, such as `Warrior II`, in German `Krieger II`.
  public let name: LocalizedText
  /// The Sanskrit name, such as `vīrabhadrāsana`.
  public let sanskrit: SanskritName
  /// Instructions and contraindications.
  public let text: LocalizedText

  /// The groups of entries, in the order of the glossary.
  public enum Group: String, Codable, CaseIterable, Sendable {
    case pose, gesture, breath
  }
}
