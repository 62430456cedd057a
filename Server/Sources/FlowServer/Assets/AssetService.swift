import Crypto
import FlowCore
import FlowStore

/// Adds, lists and removes the pictures of an application.
struct AssetService {
  private let request: EndpointRequest

  init(_ request: EndpointRequest) { self.request = request }

  /// Stores the request's body, without the picture's metadata.
  ///
  /// - Returns: The asset, and whether it is new.
  func add() async throws -> (asset: StoredAsset, isNew: Bool) {
    let asset = asset(try picture())
    switch try await request.store.put(asset) {
    case .stored: return (asset, true)
    case .alreadyStored: return (try await existing(asset.digest), false)
    case .limitReached:
      throw Problem(
        .tooManyAssets,
        "The application has \(StoredAsset.limit) pictures already. Remove one with DELETE first.")
    }
  }

  /// Returns an asset of the application.
  ///
  /// - Throws: `unknown-asset` if there is none.
  func existing(_ digest: String) async throws -> StoredAsset {
    guard let asset = try await request.store.asset(digest, of: request.applicationID) else {
      throw Self.unknownAsset(digest)
    }
    return asset
  }

  /// Lists all assets, newest first, with their uses.
  func list() async throws -> JSON {
    let draft = try await request.store.draft(of: request.applicationID)
    let references = try draft.map { AssetReferences(try FlowDocument(parsing: $0.body)) }
    let assets = try await request.store.assets(of: request.applicationID)
    return [
      "assets": .array(
        assets.map { asset in
          var object = asset.json.object ?? JSONObject()
          object["use"] = asset.use(in: references)
          return .object(object)
        })
    ]
  }

  /// Removes an asset that is not in use.
  func remove(_ digest: String) async throws {
    switch try await request.store.removeAsset(digest, of: request.applicationID) {
    case .removed: return
    case .missing: throw Self.unknownAsset(digest)
    case .inUseByTemplate(let name):
      throw Problem(
        .assetInUse,
        "The organization's template \"\(name)\" uses this picture. Only unused pictures can be "
          + "removed.")
    case .inUse(let release):
      let subject = release.map { "Release \($0)" } ?? "The draft"
      throw Problem(
        .assetInUse, "\(subject) uses this picture. Only unused pictures can be removed.")
    }
  }

  static func unknownAsset(_ digest: String) -> Problem {
    Problem(.unknownAsset, "There is no picture \"\(digest.prefix(80))\".")
  }

  private func picture() throws(Problem) -> PictureFile {
    do throws(PictureError) {
      return try PictureFile(request.body)
    } catch {
      throw Problem(.unsupportedPicture, error.message)
    }
  }

  private func asset(_ picture: PictureFile) -> StoredAsset {
    StoredAsset(
      application: request.applicationID, digest: Self.digest(of: picture.bytes),
      type: picture.header.format.rawValue, width: picture.header.width,
      height: picture.header.height, size: picture.bytes.count, added: request.now,
      body: picture.bytes)
  }

  /// The SHA-256 digest of bytes, in hexadecimal digits.
  static func digest(of bytes: [UInt8]) -> String {
    HexDigits.string(SHA256.hash(data: bytes))
  }
}

extension StoredAsset {
  /// The path of the asset on this server.
  var path: String { "/assets/\(application)/\(digest)" }

  var json: JSON {
    [
      "sha256": .string(digest), "type": .string(type), "size": .number(JSONNumber(size)),
      "width": .number(JSONNumber(width)), "height": .number(JSONNumber(height)),
      "added": .string(Timestamp.string(added)), "path": .string(path),
    ]
  }

  fileprivate func use(in draft: AssetReferences?) -> JSON {
    let inDraft = draft?.uses(of: digest) ?? (names: [], screens: [])
    return [
      "names": .array(inDraft.names.map { .string($0) }),
      "screens": .array(inDraft.screens.map { .string($0) }),
      "environments": .array(environments.map { .string($0) }),
      "releases": .number(JSONNumber(releases)),
    ]
  }
}
