import FlowMagic
import SwiftUI
import YogaClient
import YogaDomain

/// A choice of lengths; the screen shows only the practices that have the chosen one.
struct LengthFilterView: View {
  let app: YogaModel
  let proxy: DrawnScreenProxy

  var body: some View {
    VStack(alignment: .leading, spacing: 4) {
      Picker(
        selection: Binding { @MainActor in
          app.lengthFilter
        } set: { @MainActor length in
          app.lengthFilter = length
        }
      ) {
        ForEach(LengthFilter.allCases, id: \.self) { length in
          Text(verbatim: length.text.text(in: app.language)).tag(length)
        }
      } label: {
        Text(verbatim: ClientText.length.text(in: app.language))
      }
      .pickerStyle(.menu)
      .accessibilityLabel(Text(verbatim: ClientText.length.text(in: app.language)))
      .frame(minHeight: 44)
      if app.lengthFilter != .any {
        let count = app.matchCount(on: proxy)
        Text(verbatim: ClientText.shownPractices.text(count, in: app.language)).font(.caption)
      }
    }
  }
}

/// The glossary by group, which can be searched in English, German and Sanskrit.
struct GlossaryView: View {
  let app: YogaModel
  @State private var search = ""

  var body: some View {
    let sections = Catalog.current.glossary(matching: search)
    VStack(alignment: .leading, spacing: 16) {
      TextField(ClientText.searchGlossary.text(in: app.language), text: $search)
        .textFieldStyle(.roundedBorder)
        .autocorrectionDisabled()
      if sections.isEmpty {
        Text(verbatim: ClientText.notInGlossary.text(in: app.language))
      }
      ForEach(sections) { section in
        Text(verbatim: section.id.text.text(in: app.language)).font(.title)
          .accessibilityAddTraits(.isHeader)
        ForEach(section.entries) { entry in GlossaryEntryView(app: app, entry: entry) }
      }
    }
  }
}

/// A name in the user's language and in Sanskrit, and what it means.
struct GlossaryEntryView: View {
  let app: YogaModel
  let entry: GlossaryEntry

  var body: some View {
    VStack(alignment: .leading, spacing: 4) {
      Text(verbatim: entry.name.text(in: app.language)).font(.headline)
      Text(verbatim: "\(entry.sanskrit.iast)  \(entry.sanskrit.devanagari)").font(.subheadline)
      Text(verbatim: entry.text.text(in: app.language))
    }
    .accessibilityElement(children: .combine)
  }
}
