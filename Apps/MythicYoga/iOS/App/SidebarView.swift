import FlowMagic
import SwiftUI
import YogaClient
import YogaDomain

/// The sidebar of an iPad: the user, the main steps of the app, and what is on the device.
///
/// Its entries open steps of the flow.
struct SidebarView: View {
  let app: YogaModel

  var body: some View {
    ScrollView {
      VStack(alignment: .leading, spacing: 8) {
        HStack(spacing: 12) {
          AvatarView(app: app, side: 44)
          Text(verbatim: app.user?.name ?? "").font(.headline)
        }
        .padding(.bottom, 8)
        ForEach(YogaModel.sidebarItems, id: \.step) { item in
          Button {
            app.open(item)
          } label: {
            HStack(spacing: 12) {
              Image(systemName: item.symbol).accessibilityHidden(true)
              Text(verbatim: item.title.text(in: app.language))
              Spacer()
            }
            .padding(12)
            .frame(minHeight: 44)
            .background(app.isCurrent(item) ? Color.accentColor.opacity(0.15) : Color.clear)
            .clipShape(RoundedRectangle(cornerRadius: 10))
          }
          .buttonStyle(.plain)
          .accessibilityAddTraits(app.isCurrent(item) ? .isSelected : AccessibilityTraits())
        }
        Divider().padding(.vertical, 8)
        DownloadsView(app: app, myth: nil)
        SyncStatusView(app: app)
      }
      .padding(16)
    }
  }
}
