#if canImport(SwiftUI) && canImport(UIKit) && canImport(WebKit)
  import FlowMagic
  import Foundation
  import PriceApp
  import PriceClient
  import PriceDomain
  import SwiftUI

  /// The notification rule of a product.
  struct ProductRuleView: View {
    let proxy: ScreenProxy<RuleScreen>
    let session: AppSession
    @State private var product = Loader<ProductData>()
    @State private var model: RuleModel?

    var body: some View {
      Form {
        LoaderView(loader: product, texts: session.texts, retry: { await load() }) { _ in
          EmptyView()
        }
        if let model {
          RuleFields(model: model, texts: session.texts) { proxy.fire(.saved) }
          Button(session.texts(.cancel)) { proxy.fire(.cancel) }
        }
      }
      .navigationTitle(session.texts(.ruleTitle))
      .task { await load() }
    }

    private func load() async {
      let id = Int64(proxy.outputs.productID ?? 0)
      await product.load { () throws(ClientError) in try await session.api.product(id) }
      if let product = product.value { model = RuleModel(session.api, product: product) }
    }
  }

  /// The default notification rule, for products without their own.
  struct DefaultRuleView: View {
    let proxy: ScreenProxy<DefaultRuleScreen>
    let session: AppSession
    @State private var profile = Loader<ProfileData>()
    @State private var model: RuleModel?

    var body: some View {
      Form {
        Text(session.texts(.settingsRuleText)).foregroundStyle(Palette.muted)
        LoaderView(loader: profile, texts: session.texts, retry: { await load() }) { _ in
          EmptyView()
        }
        if let model {
          RuleFields(model: model, texts: session.texts) { proxy.fire(.saved) }
          Button(session.texts(.cancel)) { proxy.fire(.cancel) }
        }
      }
      .navigationTitle(session.texts(.settingsRule))
      .task { await load() }
    }

    private func load() async {
      await profile.load { () throws(ClientError) in try await session.api.profile() }
      if let profile = profile.value { model = RuleModel(session.api, profile: profile) }
    }
  }

  /// The fields of a rule, and its explanation.
  struct RuleFields: View {
    @Bindable private var model: RuleModel
    private let texts: AppTexts
    private let onSave: @MainActor () -> Void

    init(model: RuleModel, texts: AppTexts, onSave: @escaping @MainActor () -> Void) {
      _model = Bindable(wrappedValue: model)
      (self.texts, self.onSave) = (texts, onSave)
    }

    var body: some View {
      Picker(selection: $model.choice) {
        ForEach(model.choices) { choice in Text(texts(choice.title)).tag(choice) }
      } label: {
        Text(texts(.ruleWhen))
      }
      .pickerStyle(.menu)
      switch model.choice {
      case .percentage: PercentDial(percent: $model.percent, texts: texts)
      case .value: TargetPickers(model: model, texts: texts)
      case .standard, .always, .everyChange, .never: EmptyView()
      }
      if model.choice != .standard, model.choice != .never {
        Toggle(isOn: $model.notifiesAtLowest) { Text(texts(.ruleLowest)) }
        Toggle(isOn: $model.notifiesBackInStock) { Text(texts(.ruleStock)) }
      }
      if !model.isDefault {
        Toggle(isOn: $model.notifiesOfComments) { Text(texts(.ruleComments)) }
      }
      explanation
      OperationError(operation: model.operation, texts: texts)
      Button(texts(.save)) { Task { if await model.save() { onSave() } } }
        .disabled(!model.canSave)
        .task(id: model.rule) { await model.explain() }
    }

    private var explanation: some View {
      VStack(alignment: .leading, spacing: 4) {
        ForEach(model.explanation.value ?? [], id: \.self) { sentence in
          Text(sentence).foregroundStyle(Palette.muted)
        }
      }
    }
  }

  /// A half circle that fills with the percentage, above a slider for it.
  struct PercentDial: View {
    @Binding var percent: Int
    let texts: AppTexts

    var body: some View {
      VStack {
        ZStack {
          Circle().trim(from: 0, to: 0.5).stroke(Palette.fill, lineWidth: 12)
          Circle().trim(from: 0, to: 0.5 * CGFloat(percent) / 100)
            .stroke(Palette.accent, lineWidth: 12)
        }
        .rotationEffect(.degrees(180))
        .frame(width: 180, height: 180)
        .overlay { Text(verbatim: percentText).font(.title) }
        .accessibilityHidden(true)
        Slider(
          value: Binding { @MainActor in
            Double(percent)
          } set: { @MainActor value in
            percent = Int(value)
          }, in: 1...99, step: 1
        ) {
          Text(texts(.rulePercent))
        }
        .accessibilityValue(Text(verbatim: percentText))
      }
    }

    private var percentText: String { ProductTexts(texts.language).percent(percent) }
  }

  /// Pickers for the whole and the minor units of a price.
  struct TargetPickers: View {
    @Bindable private var model: RuleModel
    private let texts: AppTexts

    init(model: RuleModel, texts: AppTexts) {
      _model = Bindable(wrappedValue: model)
      self.texts = texts
    }

    var body: some View {
      VStack {
        LabeledContent(
          texts(AppOnlyText.targetPrice), value: model.target.text(in: texts.language))
        HStack {
          Picker(selection: $model.wholeUnits) {
            ForEach(model.wholeUnitOptions, id: \.self) { whole in
              Text(verbatim: "\(whole)").tag(whole)
            }
          } label: {
            Text(texts(AppOnlyText.targetPrice))
          }
          .pickerStyle(.wheel)
          if model.minorUnitCount > 1 {
            Picker(selection: $model.minorUnits) {
              ForEach(0..<model.minorUnitCount, id: \.self) { minor in
                Text(verbatim: minor < 10 ? "0\(minor)" : "\(minor)").tag(minor)
              }
            } label: {
              Text(texts(AppOnlyText.targetPrice))
            }
            .pickerStyle(.wheel)
          }
        }
      }
    }
  }
#endif
