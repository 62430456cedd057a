#if canImport(SwiftUI) && canImport(UIKit) && canImport(WebKit)
  import FlowMagic
  import Foundation
  import PriceApp
  import PriceClient
  import PriceDomain
  import SwiftUI

  /// The latest comments, and a field for a new one.
  struct CommentsTab: View {
    let model: ProductModel
    let session: AppSession
    let proxy: ScreenProxy<ProductScreen>
    @State private var text = ""

    var body: some View {
      let texts = session.texts
      VStack(alignment: .leading, spacing: 16) {
        if session.isSignedIn {
          HStack(alignment: .bottom) {
            TextField(texts(.commentsNew), text: $text, axis: .vertical)
              .textFieldStyle(.roundedBorder)
              .lineLimit(1...5)
            Button {
              Task { if await model.post(text) { text = "" } }
            } label: {
              Image(systemName: "arrow.up.circle.fill")
            }
            .accessibilityLabel(Text(texts(AppOnlyText.send)))
            .disabled(text.trimmedOrNil == nil || model.operation.isRunning)
          }
        } else {
          Text(texts(.commentsGuest)).foregroundStyle(Palette.muted)
          Button(texts(.logIn)) { proxy.fire(.logIn) }.buttonStyle(.bordered)
        }
        OperationError(operation: model.operation, texts: texts)
        LoaderView(loader: model.comments, texts: texts, retry: { await model.loadComments() }) {
          all in
          if all.isEmpty { Text(texts(.commentsNone)).foregroundStyle(Palette.muted) }
          ForEach(all) { comment in
            CommentCell(
              comment: comment, picture: session.api.pictureURL(comment.picture), texts: texts
            ) {
              var outputs = PriceOutputs(product: model.id)
              (outputs.commentID, outputs.commentText) = (Int(comment.id), comment.text)
              session.commentedProduct = model.id
              proxy.fire(.editComment, output: outputs)
            } delete: {
              Task { await model.delete(comment) }
            }
          }
        }
      }
    }
  }

  /// A comment; its author has a menu to edit and delete it.
  struct CommentCell: View {
    let comment: CommentData
    let picture: URL?
    let texts: AppTexts
    let edit: @MainActor () -> Void
    let delete: @MainActor () -> Void

    var body: some View {
      HStack(alignment: .top, spacing: 12) {
        UserPicture(url: picture, name: comment.author, side: 40)
        VStack(alignment: .leading, spacing: 2) {
          Text(comment.author).font(.headline)
          Text(verbatim: comment.text)
          Text(timeText).font(.caption).foregroundStyle(Palette.muted)
        }
        Spacer()
        if comment.isOwn {
          Menu {
            Button(texts(.commentsEdit), action: edit)
            Button(texts(.commentsDelete), action: delete)
          } label: {
            Label(texts(.commentsMore), systemImage: "ellipsis").labelStyle(.iconOnly)
          }
        }
      }
    }

    /// The time of the comment, and whether it was edited.
    private var timeText: String {
      let time = ProductTexts(texts.language).time(Timestamp(comment.written))
      return comment.edited == nil ? time : "\(time), \(texts(AppOnlyText.edited))"
    }
  }

  /// The screen for editing a comment.
  struct EditCommentView: View {
    let edit: ScreenProxy<EditCommentScreen>
    let session: AppSession
    @State private var model: CommentModel

    init(edit: ScreenProxy<EditCommentScreen>, session: AppSession) {
      (self.edit, self.session) = (edit, session)
      let outputs = edit.outputs
      _model = State(
        initialValue: CommentModel(
          session.api, id: Int64(outputs.commentID ?? 0), text: outputs.commentText ?? ""))
    }

    var body: some View {
      Form {
        TextField(session.texts(.commentsWrite), text: $model.text, axis: .vertical)
          .lineLimit(3...10)
        OperationError(operation: model.operation, texts: session.texts)
        Button(session.texts(.save)) { Task { if await model.save() { edit.fire(.saved) } } }
          .disabled(!model.canSave)
        Button(session.texts(.cancel)) { edit.fire(.cancel) }
      }
      .navigationTitle(session.texts(.commentsEdit))
    }
  }
#endif
