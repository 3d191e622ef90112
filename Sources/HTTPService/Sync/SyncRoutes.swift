internal import HTTPTypes
internal import HummingbirdCore
internal import JSON
internal import NIOCore
internal import Sync
internal import TagService

/// The routes of the files that devices exchange with `tagflow sync`.
///
/// ```
/// GET /sync/
///
/// 200   {"files": [{"name": "tagflow-sync.json", "size": 254},
///                  {"name": "devices/00000000000000a1/1-00000000000000b2.seg", "size": 1712}]}
///
/// PUT /sync/devices/00000000000000a1/2-00000000000000c3.seg
/// If-None-Match: *
///
/// 201   {"name": "devices/00000000000000a1/2-00000000000000c3.seg", "size": 310}
/// ```
enum SyncRoutes {
    static let all = [list, description, replaceDescription, file, store, delete]

    private static let fileSchema = JSONSchema.object([
        .init(name: "name", schema: .string, summary: "The path below '/sync/'."),
        .init(name: "size", schema: .integer, summary: "The size in bytes."),
    ])

    private struct FileDocument: Encodable {
        var name: String
        var size: Int
    }

    private static let list = Route(
        api: .sync, method: .get, path: "/", scope: .sync, summary: "Lists the names and sizes of all files.",
        response: .json(.object([.init(name: "files", schema: .list(fileSchema))])),
        work: .stream { call in
            let folder = call.space.syncFolder
            var files = try folder.list().map { FileDocument(name: $0.name.path, size: $0.size) }
            if let description = try folder.description() {
                files.insert(FileDocument(name: StoreDescription.fileName, size: description.count), at: 0)
            }
            return .json(["files": files])
        })

    // MARK: The description

    private static let descriptionPath: RoutePath = "/\(fixed: StoreDescription.fileName)"
    /// The content types of requests: the documented one, and any other, since many clients name another.
    private static let anyType = ["application/octet-stream", "*/*"]

    private static let description = Route(
        api: .sync, method: .get, path: descriptionPath, scope: .sync, summary: "Returns the description of the store.",
        response: .json(.anything),
        work: .stream { call in
            guard let bytes = try call.space.syncFolder.description() else {
                throw Problem.notFound("there is no store; create one with 'tagflow sync setup'")
            }
            return .bytes(bytes, "application/json")
        })

    private static let ifNoneMatch: Field<String?> = .header(
        .ifNoneMatch, .text, "'*' creates the resource, and changes nothing if it exists.")

    private static let replaceDescription = Route(
        api: .sync, method: .put, path: descriptionPath, scope: .sync,
        summary: "Creates the description of the store with 'If-None-Match: *', or replaces it with 'If-Match'.",
        fields: [ifNoneMatch], streamedTypes: anyType, response: .nothing, problems: [412, 428],
        work: .stream { call in
            let wanted = call.request.headers[.ifMatch]
            guard try wanted != nil || call[ifNoneMatch] == "*" else {
                throw Problem(
                    428, "the request needs 'If-Match' with the ETag of the description, or 'If-None-Match: *'")
            }
            var bytes: [UInt8] = []
            var pace = BodyPace(grace: .seconds(call.server.settings.clientTimeout))
            for try await part in call.request.body {
                try pace.count(part.readableBytes)
                bytes += part.readableBytesView
                guard bytes.count <= StoreDescription.sizeLimit else {
                    throw Problem.tooLarge(StoreDescription.sizeLimit)
                }
            }
            let isReplaced = try call.space.syncFolder.replaceDescription(with: bytes) { current in
                guard let wanted else { return current == nil }
                return current.map { EntityTag(of: $0).isNamed(inMatch: wanted) } ?? false
            }
            guard isReplaced else {
                throw Problem(412, "another device has changed the description; fetch it again and retry")
            }
            return .nothing
        })

    // MARK: Files

    private static let device = Field.path("device")
    private static let name = Field.path("file")
    private static let filePath: RoutePath = "/devices/\(device)/\(name)"

    private static func fileName(of call: Call) throws -> StoreFileName {
        let path = "devices/\(try call[device])/\(try call[name])"
        guard let name = StoreFileName(path: path) else {
            throw Problem.notFound(
                "no such file; a name is 'devices/<16 hexadecimal digits>/<number>-<16 hexadecimal digits>.seg' or '.base'"
            )
        }
        return name
    }

    private static let file = Route(
        api: .sync, method: .get, path: filePath, scope: .sync, summary: "Returns a file of a device.",
        response: .bytes("application/octet-stream"),
        work: .stream { call in
            guard let file = try call.space.syncFolder.open(fileName(of: call)) else {
                throw Problem.notFound("no such file; its device may have replaced it")
            }
            return .stream("application/octet-stream") { writer in
                var offset = 0
                while offset < file.size {
                    let part = try await WorkerPool.requests.run { [offset] in try file.part(at: offset) }
                    guard !part.isEmpty else { throw Problem(500, "the file was cut off while it was sent") }
                    try await writer.write(bytes: part)
                    offset += part.count
                }
            }
        })

    private static let store = Route(
        api: .sync, method: .put, path: filePath, scope: .sync,
        summary: "Stores a new file of a device; a file never changes.", fields: [ifNoneMatch], streamedTypes: anyType,
        response: .json(fileSchema, status: 201), problems: [412, 428],
        work: .stream { call in
            let name = try fileName(of: call)
            guard try call[ifNoneMatch] == "*" else {
                throw Problem(428, "the request needs 'If-None-Match: *', because a file of a device never changes")
            }
            let expected = call.request.headers[.contentLength].flatMap { Int($0) } ?? 0
            let file = try call.space.syncFolder.begin(name, size: max(0, expected))
            var pace = BodyPace(grace: .seconds(call.server.settings.clientTimeout))
            for try await part in call.request.body {
                try pace.count(part.readableBytes)
                try file.append(Array(part.readableBytesView))
            }
            let size = try file.finish()
            return .created(
                FileDocument(name: name.path, size: size), at: "\(call.root)\(ClientAPI.sync.path)/\(name.path)")
        })

    private static let delete = Route(
        api: .sync, method: .delete, path: filePath, scope: .sync,
        summary: "Deletes a file that its device has replaced.", response: .nothing,
        work: .stream { call in
            guard try call.space.syncFolder.delete(fileName(of: call)) else { throw Problem.notFound("no such file") }
            return .nothing
        })
}
