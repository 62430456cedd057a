import Accounts
import FlowCore
import FlowMagicWeb
import PriceDomain
import PriceService
import PriceStore

/// The actions of the screens' buttons.
struct PriceActions: Sendable {
  let visitors: SiteVisitors
  /// Called when data has changed that other pages may show.
  let onChange: @Sendable () -> Void

  private var service: PriceService { visitors.service }

  /// All actions, by name.
  var all: [Name: WebAction] {
    [
      "openProduct": action("opened", writes: ["productID"]) { call in
        ["productID": call.arguments["product"] ?? .null]
      },
      "openList": action("opened", writes: ["list", "categories", "pages", "after"]) { call in
        [
          "list": call.arguments["list"] ?? "mostTracked",
          "categories": .array(call.arguments["category"].map { [$0] } ?? []), "pages": 1,
          "after": "",
        ]
      },
      "filterList": action("filtered", writes: ["categories", "pages", "after"]) { call in
        ["categories": call.enteredValues["categories"] ?? [], "pages": 1, "after": ""]
      },
      "more": action("loaded", writes: ["pages", "after"]) { call in
        ["pages": call.arguments["pages"] ?? 1, "after": call.arguments["after"] ?? ""]
      },
    ].merging(products) { $1 }.merging(comments) { $1 }.merging(profile) { $1 }
      .merging(notificationSettings) { $1 }.merging(webhook) { $1 }
  }

  /// Creates an action with one outcome, whose errors are shown to the visitor.
  func action(
    _ outcome: Name, writes: [Name] = [],
    _ perform: @escaping @Sendable (WebCall) async throws -> JSONObject
  ) -> WebAction {
    WebAction(outcomes: [outcome], provides: writes.isEmpty ? [:] : [outcome: writes]) { call in
      do {
        return .init(outcome, outputs: try await perform(call))
      } catch {
        throw SiteErrors.rejection(for: error, Language(page: call.language))
      }
    }
  }

  private static func product(_ call: WebCall) throws -> Int64 {
    guard let id = call.arguments["product"]?.number?.int else {
      throw PressRejection(
        SiteText("Choose a product first.", "Wähle zuerst ein Produkt.")
          .text(Language(page: call.language)))
    }
    return id
  }

  // MARK: Products

  private var products: [Name: WebAction] {
    let (service, visitors, onChange) = (service, visitors, onChange)
    return [
      "add": action("added", writes: ["productID", "url"]) { call in
        let addedProduct = try await service.add(
          call.enteredValues["url"]?.string ?? "", by: try await visitors.caller(call.headers))
        onChange()
        let id = JSON.number(JSONNumber(Int(addedProduct.view.product.id)))
        return ["productID": id, "url": ""]
      },
      "track": action("tracked") { call in
        _ = try await service.track(
          try Self.product(call), by: try await visitors.caller(call.headers))
        onChange()
        return [:]
      },
      "untrack": action("untracked") { call in
        try await service.untrack(
          try Self.product(call), by: try await visitors.caller(call.headers))
        onChange()
        return [:]
      },
      "openRule": action("opened", writes: ["kind", "percent", "lowest", "backInStock"]) { call in
        let view = try await service.product(
          try Self.product(call), by: try await visitors.caller(call.headers))
        guard let tracking = view.tracking else {
          throw StoreError(.notFound, "You do not track this product. Track it first.")
        }
        var fields = RuleFields.fields(
          of: tracking.ruleState.rule, isDefault: !tracking.hasOwnRule)
        fields["comments"] = .bool(tracking.notifiesOfComments)
        return fields
      },
      "saveRule": action("saved") { call in
        let (id, caller) = (try Self.product(call), try await visitors.caller(call.headers))
        let product = try await service.store.product(id, seenBy: caller.session?.user.id)
        let currency = product?.history.current?.currency ?? .euro
        let rule = try RuleFields.rule(
          call.enteredValues, currency: currency, Language(page: call.language))
        _ = try await service.setRule(rule, of: id, by: caller)
        _ = try await service.setNotifiesOfComments(
          call.enteredValues["comments"] == true, of: id, by: caller)
        onChange()
        return [:]
      },
    ]
  }

  // MARK: Comments

  private var comments: [Name: WebAction] {
    let (service, visitors, onChange) = (service, visitors, onChange)
    return [
      // Without a comment ID, a new comment is written.
      "openComment": action("opened", writes: ["commentID", "commentText"]) { call in
        guard let id = call.arguments["comment"]?.number?.int else {
          return ["commentID": 0, "commentText": ""]
        }
        guard let comment = try await service.store.comment(id, on: try Self.product(call)) else {
          throw StoreError(.notFound, "This comment no longer exists.")
        }
        return [
          "commentID": .number(JSONNumber(Int(comment.id))),
          "commentText": .string(comment.text),
        ]
      },
      "saveComment": action("saved") { call in
        let text = call.enteredValues["commentText"]?.string ?? ""
        let caller = try await visitors.caller(call.headers)
        let id = call.arguments["comment"]?.number?.int ?? 0
        if id == 0 {
          _ = try await service.comment(text, on: try Self.product(call), by: caller)
        } else {
          _ = try await service.editComment(id, to: text, by: caller)
        }
        onChange()
        return [:]
      },
      "deleteComment": action("deleted") { call in
        try await service.deleteComment(
          call.arguments["comment"]?.number?.int ?? 0,
          by: try await visitors.caller(call.headers))
        onChange()
        return [:]
      },
    ]
  }

  // MARK: Profile

  private var profile: [Name: WebAction] {
    let (service, visitors) = (service, visitors)
    return [
      "openProfile": action("opened", writes: ["givenName", "surname", "nickname"]) { call in
        let profile = try await service.profile(by: try await visitors.caller(call.headers)).profile
        return [
          "givenName": .string(profile.givenName), "surname": .string(profile.surname),
          "nickname": .string(profile.nickname),
        ]
      },
      "saveProfile": action("saved") { call in
        var change = ProfileChange()
        change.givenName = call.enteredValues["givenName"]?.string ?? ""
        change.surname = call.enteredValues["surname"]?.string ?? ""
        change.nickname = call.enteredValues["nickname"]?.string ?? ""
        let caller = try await visitors.caller(call.headers)
        _ = try await service.changeProfile(change, by: caller)
        if let user = caller.session?.user {
          call.reply.setAttributes(try await visitors.attributes(of: user))
        }
        return [:]
      },
      "openDefaultRule": action("opened", writes: ["kind", "percent", "lowest", "backInStock"]) {
        let profile = try await service.profile(by: try await visitors.caller($0.headers)).profile
        return RuleFields.fields(of: profile.rule)
      },
      "saveDefaultRule": action("saved") { call in
        var change = ProfileChange()
        change.rule = try RuleFields.rule(
          call.enteredValues, currency: .euro, Language(page: call.language))
        _ = try await service.changeProfile(change, by: try await visitors.caller(call.headers))
        return [:]
      },
      "testDevice": action("sent") { call in
        _ = try await service.sendTest(
          device: call.arguments["device"]?.string,
          by: try await visitors.caller(call.headers))
        return [:]
      },
      "removeDevice": action("removed") { call in
        try await service.removeDevice(
          call.arguments["device"]?.string ?? "", by: try await visitors.caller(call.headers))
        return [:]
      },
    ]
  }
}
