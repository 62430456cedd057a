import AccountsClient
import PhotosUI
import SwiftUI
import UIKit
import YogaClient

/// A profile picture from the camera or the photo library.
struct ProfilePictureView: View {
  let app: YogaModel
  let prefersCamera: Bool
  @State private var item: PhotosPickerItem?
  @State private var isCameraShown = false
  @State private var isSending = false
  @State private var isSaved = false

  var body: some View {
    VStack(alignment: .leading, spacing: 16) {
      AvatarView(app: app, side: 160)
      if prefersCamera {
        if CameraView.isAvailable {
          Button {
            isCameraShown = true
          } label: {
            label("camera.fill", .takePicture)
          }
          .buttonStyle(.borderedProminent)
        } else {
          Text(verbatim: ClientText.noCamera.text(in: app.language))
        }
      }
      if !prefersCamera || !CameraView.isAvailable {
        // The picker runs outside of the app, which needs no permission for it.
        PhotosPicker(selection: $item, matching: .images) {
          label("photo.on.rectangle", .choosePicture)
        }
        .buttonStyle(.borderedProminent)
      }
      Text(verbatim: ClientText.pictureHelp.text(in: app.language)).font(.caption)
      if isSending { ProgressView() }
      if isSaved { Text(verbatim: ClientText.pictureSaved.text(in: app.language)) }
    }
    .controlSize(.large)
    .disabled(isSending)
    .onChange(of: item) { _, item in
      guard let item else { return }
      Task { await load(item) }
    }
    .fullScreenCover(isPresented: $isCameraShown) {
      CameraView { image in
        isCameraShown = false
        if let image { Task { await send(image) } }
      }
      .ignoresSafeArea()
    }
  }

  private func label(_ symbol: String, _ text: ClientText) -> some View {
    HStack(spacing: 12) {
      Image(systemName: symbol).accessibilityHidden(true)
      Text(verbatim: text.text(in: app.language))
    }
    .frame(minHeight: 44)
  }

  private func load(_ item: PhotosPickerItem) async {
    let data = try? await item.loadTransferable(type: Data.self)
    self.item = nil
    guard let image = data.flatMap({ UIImage(data: $0) }) else {
      app.show(.unreadablePicture)
      return
    }
    await send(image)
  }

  private func send(_ image: UIImage) async {
    guard let data = PictureFile.jpeg(of: image) else {
      app.show(.unreadablePicture)
      return
    }
    isSending = true
    isSaved = false
    isSaved = await app.setPicture(data)
    isSending = false
  }
}

/// The system's camera.
struct CameraView: UIViewControllerRepresentable {
  /// Called with the picture; with nil if the user has cancelled.
  let onFinish: (UIImage?) -> Void

  /// Whether the device has a camera.
  static var isAvailable: Bool { UIImagePickerController.isSourceTypeAvailable(.camera) }

  func makeCoordinator() -> Coordinator { Coordinator(onFinish) }

  func makeUIViewController(context: Context) -> UIImagePickerController {
    let picker = UIImagePickerController()
    picker.sourceType = .camera
    if UIImagePickerController.isCameraDeviceAvailable(.front) { picker.cameraDevice = .front }
    picker.delegate = context.coordinator
    return picker
  }

  func updateUIViewController(_ picker: UIImagePickerController, context: Context) {}

  @MainActor
  final class Coordinator: NSObject, UIImagePickerControllerDelegate,
    UINavigationControllerDelegate
  {
    private let onFinish: (UIImage?) -> Void

    init(_ onFinish: @escaping (UIImage?) -> Void) { self.onFinish = onFinish }

    func imagePickerController(
      _ picker: UIImagePickerController,
      didFinishPickingMediaWithInfo info: [UIImagePickerController.InfoKey: Any]
    ) {
      onFinish(info[.originalImage] as? UIImage)
    }

    func imagePickerControllerDidCancel(_ picker: UIImagePickerController) { onFinish(nil) }
  }
}

/// The profile picture; nothing without one.
struct AvatarView: View {
  let app: YogaModel
  let side: Double

  var body: some View {
    if let image = app.picture.flatMap({ UIImage(data: $0) }) {
      Image(uiImage: image).resizable().aspectRatio(contentMode: .fill)
        .frame(width: side, height: side)
        .clipShape(Circle())
        .accessibilityLabel(Text(verbatim: ClientText.profilePicture.text(in: app.language)))
    }
  }
}
