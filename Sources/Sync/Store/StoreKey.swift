internal import Crypto
internal import CryptoExtras
internal import Foundation

/// The key that seals the files of a store: 32 random bytes.
///
/// A key derived from the passphrase wraps it in `tagflow-sync.json`, so changing the passphrase changes no other file.
/// Devices keep the key in their databases.
public struct StoreKey: Hashable, Sendable {
    /// The number of bytes of a key.
    fileprivate static let size = 32

    /// The bytes of the key.
    public let bytes: [UInt8]

    /// Creates a random key.
    public init() { self.init(SymmetricKey(size: .bits256)) }

    /// Creates the key with the bytes that a database kept; returns `nil` unless there are 32.
    public init?(bytes: [UInt8]) {
        guard bytes.count == Self.size else { return nil }
        self.bytes = bytes
    }

    /// Keeps a key of swift-crypto; the pointer to its bytes is only used during the call.
    fileprivate init(_ key: SymmetricKey) { bytes = unsafe key.withUnsafeBytes { unsafe Array($0) } }

    /// Encrypts bytes with a random nonce; returns the nonce, the ciphertext and the authentication tag.
    ///
    /// The header is authenticated, but not encrypted.
    func seal(_ content: [UInt8], header: [UInt8]) throws(SyncStoreError) -> [UInt8] {
        do {
            let box = try ChaChaPoly.seal(content, using: SymmetricKey(data: bytes), authenticating: header)
            return Array(box.combined)
        } catch {
            // The key has the right length, and the content is far below the limit of 256 GB.
            throw .noMemory
        }
    }

    /// Decrypts bytes; returns `nil` if they or the header weren't sealed with this key, or were changed since.
    func open(_ sealed: some DataProtocol, header: [UInt8]) -> [UInt8]? {
        do {
            let box = try ChaChaPoly.SealedBox(combined: Data(sealed))
            return Array(try ChaChaPoly.open(box, using: SymmetricKey(data: bytes), authenticating: header))
        } catch {
            // The errors only distinguish bytes that are too short from bytes that fail authentication.
            return nil
        }
    }
}

extension StoreKey: CustomStringConvertible {
    /// A text without the bytes, so that no message or log reveals them.
    public var description: String { "the key of a store" }
}

/// A store's key, encrypted with a key that Scrypt derives from the passphrase.
struct WrappedKey: Hashable, Sendable {
    /// The work factor, block size and parallelism of Scrypt: 64 MB of memory, and a fraction of a second.
    private static let (rounds, blockSize, parallelism) = (1 << 16, 8, 1)
    private static let saltSize = 16
    /// The number of bytes of a nonce, a key and an authentication tag.
    private static let sealedSize = 12 + 32 + 16

    /// The random salt of the derivation.
    let salt: [UInt8]
    /// The sealed key.
    let sealed: [UInt8]

    /// Reads a wrapped key; returns `nil` unless both parts have the expected length.
    init?(salt: [UInt8], sealed: [UInt8]) {
        guard salt.count == Self.saltSize, sealed.count == Self.sealedSize else { return nil }
        self.salt = salt
        self.sealed = sealed
    }

    /// Wraps a key; to unwrap it, `header` must be the same.
    init(_ key: StoreKey, passphrase: String, header: [UInt8]) throws(SyncStoreError) {
        salt = (0..<Self.saltSize).map { _ in UInt8.random(in: .min ... .max) }
        sealed = try Self.derive(passphrase, salt).seal(key.bytes, header: header)
    }

    /// Unwraps the key; returns `nil` if the passphrase is wrong.
    func key(passphrase: String, header: [UInt8]) throws(SyncStoreError) -> StoreKey? {
        try Self.derive(passphrase, salt).open(sealed, header: header).flatMap { StoreKey(bytes: $0) }
    }

    private static func derive(_ passphrase: String, _ salt: [UInt8]) throws(SyncStoreError) -> StoreKey {
        // Keyboards differ in whether they compose letters with accents.
        let text = Array(passphrase.precomposedStringWithCanonicalMapping.utf8)
        do {
            let key = try KDF.Scrypt.deriveKey(
                from: text, salt: salt, outputByteCount: StoreKey.size, rounds: rounds, blockSize: blockSize,
                parallelism: parallelism)
            return StoreKey(key)
        } catch {
            // The parameters are valid, so the memory isn't available.
            throw .noMemory
        }
    }
}
