#if canImport(SwiftUI) && !os(tvOS) && !os(watchOS)
  import FlowBlocks
  import FlowCore
  import Foundation
  import SwiftUI

  #if canImport(UIKit)
    import UIKit
  #endif

  /// A field: its label, its control, a hint, and its error.
  struct FieldBlock: View {
    let block: ResolvedBlock
    let context: BlockContext

    var body: some View {
      VStack(alignment: .leading, spacing: 6) {
        if hasOwnLabel, let label = block.text(.label) {
          Text(verbatim: label).font(.subheadline.weight(.medium)).accessibilityHidden(true)
        }
        control
          .focused(context.focus, equals: name)
          .accessibilityHint(Text(verbatim: description))
        if let hint = block.text(.hint) {
          Text(verbatim: hint).font(.caption).foregroundStyle(context.color(.muted))
            .accessibilityHidden(true)
        }
        if let message = block.text(.message) {
          Text(verbatim: message).font(.caption).foregroundStyle(context.color(.danger))
            .accessibilityHidden(true)
        }
      }
      .frame(minHeight: 44)
    }

    private var name: Name { block.name(.name) ?? "" }
    private var label: String { block.text(.label) ?? "" }

    /// The hint and the error, which VoiceOver reads after the control.
    private var description: String {
      [block.text(.message), block.text(.hint)].compactMap { $0 }.joined(separator: " ")
    }

    /// Whether the label is above the control instead of being part of it.
    private var hasOwnLabel: Bool { block.type != .toggle }

    @ViewBuilder private var control: some View {
      switch block.type {
      case .input: InputField(block: block, text: text)
      case .number: NumberField(block: block, text: text)
      case .date: DateField(block: block, context: context)
      case .toggle:
        Toggle(
          isOn: Binding { @MainActor in
            block[.value] == .json(true)
          } set: { @MainActor isOn in
            context.handlers.enter(.bool(isOn), name)
          }
        ) { Text(verbatim: label) }
      case .slider: SliderField(block: block, context: context)
      default: ChoiceField(block: block, context: context)
      }
    }

    private var text: Binding<String> {
      Binding { @MainActor in
        block.properties.displayText(.value)
      } set: { @MainActor text in
        context.handlers.enter(.string(text), name)
      }
    }
  }

  /// A text field with the keyboard and autofill of its kind.
  struct InputField: View {
    let block: ResolvedBlock
    let text: Binding<String>

    var body: some View {
      if block.isSecret {
        styled(SecureField(label, text: text))
      } else if kind == .multiline {
        TextField(label, text: text, axis: .vertical).lineLimit(3...8)
          .textFieldStyle(.roundedBorder)
      } else {
        styled(TextField(label, text: text))
      }
    }

    private var kind: InputKind { block.inputKind }
    private var label: String { block.text(.label) ?? "" }

    @ViewBuilder private func styled(_ field: some View) -> some View {
      #if canImport(UIKit)
        field.textFieldStyle(.roundedBorder).keyboardType(keyboard).textContentType(content)
          .textInputAutocapitalization(kind == .name ? .words : capitalization)
          .autocorrectionDisabled(kind != .text)
      #else
        field.textFieldStyle(.roundedBorder).autocorrectionDisabled(kind != .text)
      #endif
    }

    #if canImport(UIKit)
      private var keyboard: UIKeyboardType {
        switch kind {
        case .email: .emailAddress
        case .phone: .phonePad
        case .url: .URL
        case .code: .numberPad
        default: .default
        }
      }

      private var content: UITextContentType? {
        switch kind {
        case .name: .name
        case .email: .emailAddress
        case .phone: .telephoneNumber
        case .password: .password
        case .newPassword: .newPassword
        case .code: .oneTimeCode
        case .url: .URL
        default: nil
        }
      }

      private var capitalization: TextInputAutocapitalization {
        kind == .text ? .sentences : .never
      }
    #endif
  }

  /// A number field with its unit.
  struct NumberField: View {
    let block: ResolvedBlock
    let text: Binding<String>

    var body: some View {
      HStack(spacing: 8) {
        #if canImport(UIKit)
          field.keyboardType(.decimalPad)
        #else
          field
        #endif
        if let unit = block.text(.unit) { Text(verbatim: unit) }
      }
    }

    private var field: some View {
      TextField(block.text(.label) ?? "", text: text).textFieldStyle(.roundedBorder)
    }
  }

  /// A field for a date, or for a date and a time.
  struct DateField: View {
    let block: ResolvedBlock
    let context: BlockContext

    var body: some View {
      if let date = Self.date(block.properties.displayText(.value)) {
        DatePicker(
          selection: Binding { @MainActor in
            date
          } set: { @MainActor date in
            enter(date)
          }, displayedComponents: block.flag(.time) ? [.date, .hourAndMinute] : [.date]
        ) { Text(verbatim: block.text(.label) ?? "") }
        .labelsHidden()
      } else {
        // Before a date is chosen, a picker would show today as if it were the choice.
        Button {
          enter(Date())
        } label: {
          Image(systemName: "calendar").accessibilityLabel(Text(verbatim: block.text(.label) ?? ""))
        }
        .buttonStyle(.bordered)
      }
    }

    /// The calendar of the field's value, which does not depend on the user's settings.
    private static var calendar: Calendar {
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = .current
      return calendar
    }

    private func enter(_ date: Date) {
      let parts = Self.calendar.dateComponents(
        [.year, .month, .day, .hour, .minute], from: date)
      let day = String(
        format: "%04d-%02d-%02d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
      let time = String(format: "T%02d:%02d", parts.hour ?? 0, parts.minute ?? 0)
      context.handlers.enter(.string(block.flag(.time) ? day + time : day), block.name(.name) ?? "")
    }

    /// Parses `yyyy-MM-dd` or `yyyy-MM-ddTHH:mm` in the user's time zone.
    private static func date(_ text: String) -> Date? {
      let numbers = text.split { !$0.isNumber }.compactMap { Int($0) }
      guard numbers.count >= 3 else { return nil }
      return calendar.date(
        from: DateComponents(
          year: numbers[0], month: numbers[1], day: numbers[2],
          hour: numbers.count > 4 ? numbers[3] : nil, minute: numbers.count > 4 ? numbers[4] : nil))
    }
  }

  /// A slider for a number within bounds.
  struct SliderField: View {
    let block: ResolvedBlock
    let context: BlockContext

    var body: some View {
      HStack(spacing: 12) {
        Slider(
          value: Binding { @MainActor in
            value
          } set: { @MainActor value in
            guard let number = JSONNumber(value) else { return }
            context.handlers.enter(.number(number), block.name(.name) ?? "")
          }, in: scale.range, step: scale.step
        ) { Text(verbatim: block.text(.label) ?? "") }
        .accessibilityValue(Text(verbatim: formattedValue))
        .disabled(scale.isFixed)
        Text(verbatim: formattedValue).monospacedDigit().accessibilityHidden(true)
      }
    }

    private var value: Double { block.number(.value)?.double ?? scale.range.lowerBound }

    private var scale: SliderScale {
      SliderScale(
        from: block.number(.min)?.double ?? 0, to: block.number(.max)?.double ?? 1,
        step: block.number(.step)?.double ?? 1)
    }

    private var formattedValue: String {
      block.properties.displayText(.value) + (block.text(.unit).map { " " + $0 } ?? "")
    }
  }
#endif
