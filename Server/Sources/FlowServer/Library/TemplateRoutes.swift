import FlowCore
import FlowStore
import HTTPTypes

/// The routes of an organization's screen templates.
enum TemplateRoutes {
  static let all = [
    listScreenTemplates, addScreenTemplate, readScreenTemplate, changeScreenTemplate,
    removeScreenTemplate, listScreenTemplateUses,
  ]

  private static let path = "/v1/organizations/{org}/screen-templates"
  private static let ifMatch = Parameter(
    "If-Match", in: .header, isRequired: true,
    "The `ETag` of the template that the change is based on.")

  static let listScreenTemplates = Endpoint(
    "listScreenTemplates", .get, path, .organizations, .scope(.read),
    "The templates of drawn screens, by name",
    responses: [ResponseDeclaration(200, "The templates without their content.", .screenTemplates)]
  ) { request in
    let all = try await request.store.screenTemplates(of: try request.organization)
    return .json(["templates": .array(all.map { .object($0.json) })])
  }

  static let addScreenTemplate = Endpoint(
    "addScreenTemplate", .post, path, .organizations, .scope(.draft),
    "Adds a template of a drawn screen",
    body: RequestBodyDeclaration(
      .newScreenTemplate, limit: RequestBodyDeclaration.templateLimit),
    responses: [
      ResponseDeclaration(201, "The template.", .screenTemplate, headers: [.etag, .location])
    ],
    problems: [.alreadyExists, .tooManyTemplates, .unknownApplication]
  ) { request in
    let template = try await TemplateService(request).add()
    let location = "/v1/organizations/\(template.organization)/screen-templates/\(template.id)"
    return .json(
      .object(template.json), status: 201, headers: [.eTag: template.tag, .location: location])
  }

  static let readScreenTemplate = Endpoint(
    "readScreenTemplate", .get, path + "/{template}", .organizations, .scope(.read),
    "A template with its content", detail: "The last 20 versions are kept.",
    parameters: [
      Parameter(
        "version", format: .integer(1...Int(Int32.max)), "The version; the newest if missing.")
    ],
    responses: [ResponseDeclaration(200, "The template.", .screenTemplate, headers: [.etag])],
    problems: [.unknownTemplate]
  ) { request in
    let version = try request.integer("version", in: 1...Int(Int32.max))
    let template = try await TemplateService(request).existing(version: version)
    return .json(.object(try template.jsonWithContent), headers: [.eTag: template.tag])
  }

  static let changeScreenTemplate = Endpoint(
    "changeScreenTemplate", .patch, path + "/{template}", .organizations, .scope(.draft),
    "Renames a template, or adds a version of its content",
    detail: "Screens that are linked to it stay as they are until a member applies the "
      + "update. Requires `If-Match`.",
    parameters: [ifMatch],
    body: RequestBodyDeclaration(
      .screenTemplateChange, limit: RequestBodyDeclaration.templateLimit),
    responses: [ResponseDeclaration(200, "The template.", .screenTemplate, headers: [.etag])],
    problems: [
      .unknownTemplate, .templateChanged, .preconditionRequired, .alreadyExists,
      .tooManyTemplates, .unknownApplication,
    ]
  ) { request in
    let template = try await TemplateService(request).change()
    return .json(.object(template.json), headers: [.eTag: template.tag])
  }

  static let removeScreenTemplate = Endpoint(
    "removeScreenTemplate", .delete, path + "/{template}", .organizations, .scope(.draft),
    "Removes a template with all its versions",
    detail: "Screens that are linked to it stay as they are. Requires `If-Match`.",
    parameters: [ifMatch],
    responses: [ResponseDeclaration(204, "The template was removed.")],
    problems: [.unknownTemplate, .templateChanged, .preconditionRequired]
  ) { request in
    try await TemplateService(request).remove()
    return .noContent
  }

  static let listScreenTemplateUses = Endpoint(
    "listScreenTemplateUses", .get, path + "/{template}/uses", .organizations, .scope(.read),
    "The drawn screens that are linked to a template, in the drafts of all applications",
    responses: [ResponseDeclaration(200, "The screens, by application.", .screenTemplateUses)],
    problems: [.unknownTemplate, .tooManyDocuments]
  ) { request in .json(try await TemplateService(request).uses()) }
}

extension RequestBodyDeclaration {
  /// The size limit of a drawn screen with its texts in all languages: 1 MiB.
  static let templateLimit = 1 << 20
}
