public import FlowCore

/// The values that a screen is filled with when it is shown.
public struct ScreenValues: Sendable {
  /// The outputs of the flow, by key.
  public var outputs: JSONObject
  /// The user's attributes.
  public var attributes: JSONObject
  /// The content that the step passes to the screen.
  public var content: JSON
  /// The screen's own state; a missing value has its declared default.
  public var state: JSONObject
  /// The data that the app keeps up to date, by name.
  public var data: JSONObject
  /// The products of offers, by their names in the document: objects with `name`, `price`, `period`
  /// and `trial`.
  public var products: JSONObject
  /// The current contents of the fields, by name, as typed.
  public var enteredValues: JSONObject
  /// The fields whose errors are shown: those that lost focus, or all after a press.
  public var touchedFields: [Name]
  /// Today's date where the user is, as `yyyy-MM-dd`; if nil, date bounds relative to today are not
  /// checked.
  public var today: String?
  /// The step that shows the screen; a session stores the output of a screen that has only one
  /// under the step's id.
  ///
  /// Nil outside of a flow.
  public var step: Name?

  /// Creates the values.
  public init(
    outputs: JSONObject = JSONObject(), attributes: JSONObject = JSONObject(),
    content: JSON = .null, state: JSONObject = JSONObject(), data: JSONObject = JSONObject(),
    products: JSONObject = JSONObject(), enteredValues: JSONObject = JSONObject(),
    touchedFields: [Name] = [], today: String? = nil, step: Name? = nil
  ) {
    self.outputs = outputs
    self.attributes = attributes
    self.content = content
    self.state = state
    self.data = data
    self.products = products
    self.enteredValues = enteredValues
    self.touchedFields = touchedFields
    self.today = today
    self.step = step
  }
}

/// The scope in which paths are looked up: the values, and the current list element or product.
struct BindingScope {
  let values: ScreenValues
  let declarations: [BlockScreen.StateDeclaration]
  var item = JSON.null
  var product = JSON.null
  /// The value of `{count}` in the text that is being filled.
  var count: String?

  /// The value at a path; null if there is none.
  func value(_ path: BindingPath) -> JSON {
    switch path.scope {
    case .output: .object(values.outputs).value(at: path.components)
    case .content: values.content.value(at: path.components)
    case .state: state(path)
    case .data: .object(values.data).value(at: path.components)
    case .item: item.value(at: path.components)
    case .product: product.value(at: path.components)
    case .attribute: .object(values.attributes).value(at: path.components)
    }
  }

  /// The value of a binding, or its fallback; null if it has neither.
  func value(_ binding: BlockBinding) -> JSON {
    let value = value(binding.path)
    return value.isNull ? binding.fallback ?? .null : value
  }

  private func state(_ path: BindingPath) -> JSON {
    .object(state).value(at: path.components)
  }

  /// The state, with declared defaults for values that were not set.
  private var state: JSONObject {
    var state = values.state
    for declaration in declarations where state[declaration.key] == nil {
      state[declaration.key] = declaration.initial
    }
    return state
  }

  /// The attributes that conditions read: the user's, and each scope as an object under its name.
  var context: JSONObject {
    var context = values.attributes
    context["output"] = .object(values.outputs)
    context["content"] = values.content
    context["state"] = .object(state)
    context["data"] = .object(values.data)
    context["item"] = item
    context["product"] = product
    return context
  }
}
