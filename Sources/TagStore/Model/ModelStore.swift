internal import GRDB

/// A model: a read-only file with what many people saved, in the schema of a database, reduced and without a trace of its people.
///
/// It is opened immutable: SQLite takes no locks and looks for no journal, so that opening it costs a few reads whatever its size, and any
/// number of processes share the system's cache of it. Nothing of it is loaded ahead.
package final class ModelStore: Sendable {
    /// The path as it was given.
    package let path: String
    /// The SHA-256 that was computed of the file when it was built.
    package let hash: [UInt8]
    /// The number of items that it was built from.
    package let itemCount: Int64
    private let queue: DatabaseQueue

    /// 'tagb' in ASCII.
    static let applicationID: UInt32 = 0x7461_6762

    /// Opens a model.
    ///
    /// - Throws: ``ModelError``.
    package init(path: String) throws(ModelError) {
        self.path = path
        do {
            guard try FileStatus(path: path) != nil else { throw ModelError.missing(path: path) }
            let place = try DatabasePath(path, makesFolder: false)
            try Self.check(place, given: path)
            var configuration = Configuration()
            configuration.readonly = true
            configuration.label = "tagflow.model"
            queue = try DatabaseQueue(
                path: "file:\(Self.escaped(place.resolved))?immutable=1",
                configuration: configuration
            )
            (hash, itemCount) = try queue.unsafeRead { connection in
                let hash = try connection.first("SELECT model_hash FROM state") { try $0.hash(0) }
                guard let hash else { throw RowError("table state is empty") }
                return (hash, try StoreReader(database: connection).itemCount())
            }
        } catch let error as ModelError {
            throw error
        } catch is SystemError {
            throw .unreadable(path: path)
        } catch {
            throw .damaged(path: path)
        }
    }

    /// Runs a read.
    ///
    /// - Throws: what `body` throws; damage of the model as ``ModelError``.
    package func read<Result>(_ body: (StoreReader) throws -> Result) throws -> Result {
        do {
            return try queue.unsafeRead { try body(StoreReader(database: $0)) }
        } catch is DatabaseError {
            throw ModelError.damaged(path: path)
        } catch is RowError {
            throw ModelError.damaged(path: path)
        }
    }

    /// Checks, without SQLite, that a file is a whole model of this version.
    private static func check(_ place: DatabasePath, given: String) throws {
        guard let status = try FileStatus(path: place.resolved) else {
            throw ModelError.missing(path: given)
        }
        guard status.isRegular else { throw ModelError.notAModel(path: given) }
        let file = try ByteFile(path: place.resolved)
        defer { file.close() }
        let bytes = try file.bytes(at: 0, count: 100)
        guard let header = DatabaseHeader(bytes: bytes), header.applicationID == applicationID
        else { throw ModelError.notAModel(path: given) }
        guard header.userVersion == UInt32(Schema.version) else {
            throw ModelError.otherVersion(path: given)
        }
        guard header.size(of: bytes) == status.size else {
            throw ModelError.damaged(path: given)
        }
    }

    /// Escapes what a URI would take for something else.
    private static func escaped(_ path: String) -> String {
        var text = ""
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
                UInt8(ascii: "-"), UInt8(ascii: "_"):
                text.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16)
                text += "%" + (digits.count == 1 ? "0" : "") + digits
            }
        }
        return text
    }
}

/// Why a model cannot be used.
public enum ModelError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no such file.
    case missing(path: String)
    /// The file cannot be read.
    case unreadable(path: String)
    /// The file is something else.
    case notAModel(path: String)
    /// The file was built by another version of the program.
    case otherVersion(path: String)
    /// The file is not the one that was chosen.
    case changed(path: String)
    /// The file is damaged.
    case damaged(path: String)

    /// What is wrong and what can be done about it, in one line.
    public var description: String {
        switch self {
        case .missing(let path): "there is no model '\(path)'; 'model use FILE' names another"
        case .unreadable(let path): "the model '\(path)' cannot be read; see to its mode and owner"
        case .notAModel(let path): "'\(path)' is no model; 'model build FILE… -o team.model' makes one"
        case .otherVersion(let path):
            "the model '\(path)' was built by another version of tagflow; build it again"
        case .changed(let path):
            "the model '\(path)' has changed since it was chosen; 'model use' takes it as it is now"
        case .damaged(let path): "the model '\(path)' is damaged; build it again"
        }
    }
}
