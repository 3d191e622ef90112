internal import Foundation

/// The content of `tagflow-sync.json`: the store's format, id and wrapped key.
///
/// ```json
/// {"encryption":"chacha20-poly1305","format":1,"key":"…","salt":"…","store":"6a1f…"}
/// ```
public struct StoreDescription: Hashable, Sendable {
    /// The name of the file.
    public static let fileName = "tagflow-sync.json"
    /// The maximum size of the file in bytes; tagflow writes about 250.
    public static let sizeLimit = 65_536

    /// The id of the store.
    let store: StoreID
    /// The key of an encrypted store.
    private(set) var wrappedKey: WrappedKey?

    /// Describes a new store; without a key, it is unencrypted.
    init(store: StoreID, key: (StoreKey, passphrase: String)?) throws(SyncStoreError) {
        self.store = store
        if let key { try wrap(key.0, passphrase: key.passphrase) }
    }

    /// Wraps the key with another passphrase.
    mutating func wrap(_ key: StoreKey, passphrase: String) throws(SyncStoreError) {
        wrappedKey = try WrappedKey(key, passphrase: passphrase, header: header)
    }

    /// Unwraps the key of an encrypted store; returns `nil` if the passphrase is wrong.
    func key(passphrase: String) throws(SyncStoreError) -> StoreKey? {
        try wrappedKey?.key(passphrase: passphrase, header: header)
    }

    /// The bytes that are authenticated with the wrapped key, so that it can't be moved to another store.
    private var header: [UInt8] { Array("\(Self.fileName) \(SyncFileHeader.format) \(store.text)".utf8) }

    // MARK: The file

    /// The name of the only cipher.
    private static let cipher = "chacha20-poly1305"
    /// The name for unencrypted stores, so that a lost field doesn't look like one.
    private static let noCipher = "none"

    /// The members of every format.
    private struct Beginning: Decodable { var format: Int }

    private struct Content: Codable {
        var format: Int
        var store: String
        var encryption: String
        var salt: Data?
        var key: Data?
    }

    /// Parses the file; `path` is for messages.
    init(_ bytes: [UInt8], path: String) throws(SyncStoreError) {
        let content = try Self.content(bytes, path)
        guard let store = StoreID(text: content.store) else {
            throw .damagedDescription(path: path, reason: "its store id is invalid")
        }
        self.store = store
        switch (content.encryption, content.salt, content.key) {
        case (Self.noCipher, nil, nil): wrappedKey = nil
        case (Self.cipher, let salt?, let key?):
            wrappedKey = WrappedKey(salt: Array(salt), sealed: Array(key))
            if wrappedKey == nil { throw .damagedDescription(path: path, reason: "its key is incomplete") }
        case (Self.cipher, _, _), (Self.noCipher, _, _):
            throw .damagedDescription(path: path, reason: "its key is incomplete")
        default: throw .damagedDescription(path: path, reason: "its encryption is unknown")
        }
    }

    private static func content(_ bytes: [UInt8], _ path: String) throws(SyncStoreError) -> Content {
        do {
            let data = Data(bytes)
            // A newer format may have other members.
            guard try JSONDecoder().decode(Beginning.self, from: data).format <= SyncFileHeader.format else {
                throw SyncStoreError.newerFormat(path: path)
            }
            let content = try JSONDecoder().decode(Content.self, from: data)
            if content.format == SyncFileHeader.format { return content }
        } catch let error as SyncStoreError { throw error } catch {
            // The decoder's messages name its types and span several lines.
        }
        throw .damagedDescription(path: path, reason: "it isn't the JSON object that tagflow writes")
    }

    /// Returns the bytes of the file.
    func bytes() throws(SyncStoreError) -> [UInt8] {
        let content = Content(
            format: SyncFileHeader.format, store: store.text,
            encryption: wrappedKey == nil ? Self.noCipher : Self.cipher, salt: wrappedKey.map { Data($0.salt) },
            key: wrappedKey.map { Data($0.sealed) })
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do { return Array(try encoder.encode(content)) + [0x0A] } catch {
            // Encoding strings, integers and bytes has no other error.
            throw .noMemory
        }
    }
}
