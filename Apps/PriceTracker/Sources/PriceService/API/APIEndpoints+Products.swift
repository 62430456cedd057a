internal import Accounts
internal import HTTPTypes
internal import PageFetcher
internal import PriceDomain
internal import PriceStore

extension APIEndpoint {
  static let cursor = Parameter(name: "cursor", text: "The `next` value of the previous page.")
  static let limit = Parameter(
    name: "limit", text: "The maximum number of items, 1 to 100.", isNumber: true)
  static let search = Parameter(name: "search", text: "Prefixes of words in the name.")

  /// Products, price histories and the lists.
  static let products: [APIEndpoint] = [
    APIEndpoint(
      id: "addProduct", method: .post, path: "/products", topic: "Products",
      summary: "Add a product by its URL; a signed-in user also tracks it.",
      access: .anyone, body: "NewProduct", response: "Added"
    ) { call in
      let body: AddBody = try call.decodeBody()
      let page = body.html.map { SentPage(Array($0.utf8), charset: "utf-8") }
      let addedProduct = try await call.service.add(body.url, page: page, by: call.caller)
      return .value(
        AddedJSON(isNew: addedProduct.isNew, product: ProductJSON(addedProduct.view)))
    },
    APIEndpoint(
      id: "product", method: .get, path: "/products/{product}", topic: "Products",
      summary: "Get a product and the user's tracking of it.", access: .anyone, response: "Product"
    ) { call in
      .value(
        ProductJSON(
          try await call.service.product(try call.integerParameter("product"), by: call.caller)))
    },
    APIEndpoint(
      id: "history", method: .get, path: "/products/{product}/history", topic: "Products",
      summary: "List a product's price history, newest first.",
      access: .anyone, parameters: [cursor, limit], response: "History"
    ) { call in
      let product = try call.integerParameter("product")
      _ = try await call.service.product(product, by: call.caller)
      let page = try await call.service.store.history(
        of: product, seenBy: call.caller.session?.user.id, before: call.cursor,
        limit: try call.limit(100))
      return .value(PageJSON(page, PeriodJSON.init))
    },
    APIEndpoint(
      id: "list", method: .get, path: "/lists/{list}", topic: "Lists",
      summary: "Get the first products of one of the five lists.", access: .anyone,
      parameters: [limit], response: "Summaries"
    ) { call in
      let first = try await call.service.store.page(try call.list(), limit: try call.limit(10))
      return .value(PageJSON(Page(first.values, next: nil), SummaryJSON.init))
    },
    APIEndpoint(
      id: "listPage", method: .get, path: "/lists/{list}/pages", topic: "Lists",
      summary: "List products of one of the five lists, by category and words.", access: .anyone,
      parameters: [
        cursor, limit, search,
        Parameter(name: "category", text: "A category. Can be repeated.", isList: true),
      ], response: "Summaries"
    ) { call in
      let page = try await call.service.store.page(
        try call.list(), after: call.cursor, categories: call.query["category"] ?? [],
        search: call.search, limit: try call.limit(20))
      return .value(PageJSON(page, SummaryJSON.init))
    },
    APIEndpoint(
      id: "categories", method: .get, path: "/categories", topic: "Lists",
      summary: "List all categories with their numbers of products.", access: .anyone,
      response: "Categories"
    ) { call in
      struct Category: Encodable, Sendable {
        let name: String
        let products: Int
      }
      let all = try await call.service.store.categories()
      return .value(["items": all.map { Category(name: $0.name, products: $0.products) }])
    },
  ]

  /// Tracked products and their rules.
  static let tracking: [APIEndpoint] = [
    APIEndpoint(
      id: "tracked", method: .get, path: "/me/products", topic: "Tracking",
      summary: "List the user's tracked products, most recently tracked first.",
      parameters: [cursor, limit, search], response: "Summaries"
    ) { call in
      let page = try await call.service.tracked(
        by: call.caller, search: call.search, after: call.cursor, limit: try call.limit(50))
      return .value(PageJSON(page, SummaryJSON.init))
    },
    APIEndpoint(
      id: "track", method: .put, path: "/products/{product}/tracking", topic: "Tracking",
      summary: "Track a product, or update its rule and comment notifications.",
      body: "Tracking", response: "Product"
    ) { call in
      let product = try call.integerParameter("product")
      let body: TrackingBody = try call.decodeBody()
      let rule = try body.rule?.rule()
      var view = try await call.service.track(product, by: call.caller)
      if rule != nil || body.usesDefaultRule == true {
        view = try await call.service.setRule(rule, of: product, by: call.caller)
      }
      if let isOn = body.notifiesOfComments {
        view = try await call.service.setNotifiesOfComments(isOn, of: product, by: call.caller)
      }
      return .value(ProductJSON(view))
    },
    APIEndpoint(
      id: "untrack", method: .delete, path: "/products/{product}/tracking", topic: "Tracking",
      summary: "Stop tracking a product.", status: 204
    ) { call in
      try await call.service.untrack(try call.integerParameter("product"), by: call.caller)
      return .noContent
    },
    APIEndpoint(
      id: "explainRule", method: .post, path: "/rules/explanation", topic: "Tracking",
      summary: "Preview a rule in plain words before saving it.", body: "RulePreview",
      response: "Explanation"
    ) { call in
      let body: ExplainBody = try call.decodeBody()
      let sentences = try await call.service.explanation(
        of: try body.rule.rule(), for: body.product, by: call.caller)
      return .value(["sentences": sentences])
    },
  ]

  /// Reading, writing, editing and deleting comments.
  static let comments: [APIEndpoint] = [
    APIEndpoint(
      id: "comments", method: .get, path: "/products/{product}/comments", topic: "Comments",
      summary: "List the comments on a product, newest first.", access: .anyone,
      parameters: [cursor, limit], response: "Comments"
    ) { call in
      let page = try await call.service.comments(
        on: try call.integerParameter("product"), after: call.cursor, limit: try call.limit(50))
      return .value(PageJSON(page) { CommentJSON($0, call.caller) })
    },
    APIEndpoint(
      id: "comment", method: .post, path: "/products/{product}/comments", topic: "Comments",
      summary: "Create a comment.", body: "CommentText", status: 201, response: "Comment"
    ) { call in
      let body: CommentBody = try call.decodeBody()
      let comment = try await call.service.comment(
        body.text, on: try call.integerParameter("product"), by: call.caller)
      return .value(CommentJSON(comment, call.caller))
    },
    APIEndpoint(
      id: "editComment", method: .put, path: "/comments/{comment}", topic: "Comments",
      summary: "Update the user's own comment.", body: "CommentText", response: "Comment"
    ) { call in
      let body: CommentBody = try call.decodeBody()
      let comment = try await call.service.editComment(
        try call.integerParameter("comment"), to: body.text, by: call.caller)
      return .value(CommentJSON(comment, call.caller))
    },
    APIEndpoint(
      id: "deleteComment", method: .delete, path: "/comments/{comment}", topic: "Comments",
      summary: "Delete the user's own comment.", status: 204
    ) { call in
      try await call.service.deleteComment(try call.integerParameter("comment"), by: call.caller)
      return .noContent
    },
  ]
}

extension APICall {
  /// Returns the list named in the path.
  fileprivate func list() throws(PriceError) -> ProductList {
    guard let list = path["list"].flatMap(ProductList.init) else {
      let names = ProductList.allCases.map(\.rawValue).joined(separator: ", ")
      throw PriceError(.invalidInput, "There is no such list. Use one of \(names).")
    }
    return list
  }
}
