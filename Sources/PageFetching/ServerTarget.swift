internal import Foundation
package import Sync

/// A store on a tagflow server, or in one of its spaces.
///
/// ```swift
/// let target = try ServerTarget(location: "https://tags.example/spaces/ann", token: "tf_…")
/// let files = try target.list().files  // GET https://tags.example/spaces/ann/sync/
/// ```
package struct ServerTarget: SyncTarget {
    /// The URL of the server or space, without a slash at its end.
    package let location: String
    private let token: String

    /// Returns whether a text is the URL of a server, rather than the path of a folder.
    package static func isServer(_ location: String) -> Bool {
        let start = location.prefix(8).lowercased()
        return start.hasPrefix("http://") || start.hasPrefix("https://")
    }

    /// Finds the target at a location.
    ///
    /// - Parameters:
    ///   - location: The absolute path or the URL.
    ///   - token: The token for a server.
    /// - Returns: The folder or server.
    /// - Throws: ``SyncStoreError`` for an invalid URL.
    package static func target(at location: String, token: String?) throws(SyncStoreError) -> any SyncTarget {
        guard isServer(location) else { return FolderTarget(path: location) }
        return try ServerTarget(location: location, token: token ?? "")
    }

    /// Creates the target; nothing is sent yet.
    package init(location: String, token: String) throws(SyncStoreError) {
        var location = location[...]
        while location.hasSuffix("/") { location.removeLast() }
        self.location = String(location)
        self.token = token
        let isSendable = token.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        guard isSendable, !token.isEmpty else {
            throw .refusedToken(
                path: self.location, reason: "it is empty or has other characters than those of a token")
        }
        do { _ = try PageURL(self.location, policy: .any) } catch {
            throw .unreachable(path: self.location, reason: error.description)
        }
    }

    /// Returns the URL of a file for messages.
    package func path(of name: StoreFileName) -> String { "\(location)/sync/\(name.path)" }

    /// The URL of `tagflow-sync.json` for messages.
    package var descriptionPath: String { "\(location)/\(Self.descriptionName)" }

    // MARK: Files

    /// Returns the files of all devices.
    package func list() throws(SyncStoreError) -> SyncListing {
        let response = try send(.get, "sync/", limit: 64 << 20)
        guard response.status == 200 else { throw error(response, location) }
        let listing: Listing
        do { listing = try JSONDecoder().decode(Listing.self, from: Data(response.body)) } catch {
            throw .notAServer(path: location)
        }
        let files = listing.files.compactMap { file in
            StoreFileName(path: file.name).map { SyncListing.File(name: $0, size: file.size) }
        }
        return SyncListing(files: files)
    }

    private struct Listing: Decodable {
        struct File: Decodable {
            var name: String
            var size: Int
        }

        var files: [File]
    }

    /// Returns a file's bytes, or `nil` if there's no such file.
    package func read(_ name: StoreFileName) throws(SyncStoreError) -> [UInt8]? {
        let response = try send(.get, "sync/\(name.path)", limit: name.sizeLimit)
        if response.status == 404 { return nil }
        guard response.status == 200 else { throw error(response, path(of: name)) }
        return response.body
    }

    /// Sends a new file; returns `false`, and changes nothing, if a file has this name.
    package func create(_ name: StoreFileName, _ bytes: [UInt8]) throws(SyncStoreError) -> Bool {
        try put("sync/\(name.path)", "If-None-Match: *", bytes, path(of: name))
    }

    /// Deletes a file, if it exists.
    package func delete(_ name: StoreFileName) throws(SyncStoreError) {
        let response = try send(.delete, "sync/\(name.path)", limit: Self.smallLimit)
        guard [204, 404].contains(response.status) else { throw error(response, path(of: name)) }
    }

    // MARK: The description

    private static let descriptionName = "sync/\(StoreDescription.fileName)"
    /// The maximum size of a response without content, such as a problem.
    private static let smallLimit = 65_536

    /// Returns the bytes of `tagflow-sync.json`, or `nil` if it doesn't exist.
    package func readDescription() throws(SyncStoreError) -> [UInt8]? { try currentDescription()?.bytes }

    /// Replaces `tagflow-sync.json` if it has the expected bytes.
    package func replaceDescription(_ old: [UInt8]?, with new: [UInt8]) throws(SyncStoreError) -> Bool {
        guard let old else { return try put(Self.descriptionName, "If-None-Match: *", new, descriptionPath) }
        guard let current = try currentDescription(), current.bytes == old, let tag = current.tag else { return false }
        return try put(Self.descriptionName, "If-Match: \(tag)", new, descriptionPath)
    }

    private func currentDescription() throws(SyncStoreError) -> (bytes: [UInt8], tag: String?)? {
        let response = try send(.get, Self.descriptionName, limit: StoreDescription.sizeLimit)
        if response.status == 404 { return nil }
        guard response.status == 200 else { throw error(response, descriptionPath) }
        return (response.body, response.header.entityTag)
    }

    // MARK: Requests

    private func put(
        _ path: String, _ condition: String, _ bytes: [UInt8], _ place: String
    ) throws(SyncStoreError) -> Bool {
        let fields = [condition, "Content-Type: application/octet-stream"]
        let response = try send(.put, path, fields, bytes, limit: Self.smallLimit)
        if response.status == 412 { return false }
        guard (200..<300).contains(response.status) else { throw error(response, place) }
        return true
    }

    /// The time until a file is given up; a slow line sends 64 MB in it.
    private static let time = Duration.seconds(1_800)

    private func send(
        _ method: APIRequest.Method, _ path: String, _ fields: [String] = [], _ body: [UInt8]? = nil, limit: Int
    ) throws(SyncStoreError) -> APIResponse {
        let request = APIRequest(
            method, "\(location)/\(path)", fields: fields + ["Authorization: Bearer \(token)"], body: body)
        do { return try request.response(limit: limit, within: Self.time) } catch {
            throw .unreachable(path: location, reason: error.reason)
        }
    }

    /// Returns the error for a response other than the expected ones; `place` is for messages.
    private func error(_ response: APIResponse, _ place: String) -> SyncStoreError {
        let header = response.header
        if header.isRedirect, let target = header.location { return .redirected(path: location, location: target) }
        let detail = Problem(response.body)?.detail
        switch response.status {
        case 401, 403: return .refusedToken(path: location, reason: detail ?? "status \(response.status)")
        case 413, 507: return .quotaExceeded(path: place, reason: detail ?? "the server's disk is full")
        case 404 where detail != nil, 429, 500...599:
            return .unreachable(path: place, reason: detail ?? "status \(response.status)")
        default: return .notAServer(path: location)
        }
    }

    /// The part of a problem document (RFC 9457) that messages contain.
    private struct Problem: Decodable {
        var detail: String

        init?(_ bytes: [UInt8]) {
            // Other servers send pages.
            do { self = try JSONDecoder().decode(Self.self, from: Data(bytes)) } catch { return nil }
        }
    }
}

extension PageFetchError {
    /// The reason why a server doesn't respond, as a clause.
    fileprivate var reason: String {
        switch self {
        case .unreachable(_, let reason): reason
        case .unknownHost(let host): "unknown host '\(host)'"
        case .untrustedCertificate(_, let reason): "its certificate can't be verified (\(reason))"
        case .timedOut: "no response in time"
        default: description
        }
    }
}
