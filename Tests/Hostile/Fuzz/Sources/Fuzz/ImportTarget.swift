import Foundation
import Synchronization
import TagService

/// The readers of the import formats, and the import of their records.
///
/// The first byte chooses the format, whether bad lines are left out, and how large the pieces are in which the file is
/// read; the rest is the file. It is imported into a database in memory, twice: whole, and then in pieces, which must
/// find everything known, or be refused for the same reason.
enum ImportTarget {
    /// How many files a database takes before the next one is made.
    private static let filesEach = 500
    nonisolated(unsafe) private static var service: TagService?
    nonisolated(unsafe) private static var files = 0
    private static let formats: [ImportFormat] = [.ndjson, .json, .csv, .text]

    static func take(_ bytes: [UInt8]) {
        guard let choice = bytes.first else { return }
        if unsafe service == nil || files % filesEach == 0 {
            unsafe service = try? TagService(.memory, concurrency: .serial)
        }
        unsafe files += 1
        guard let service = unsafe service else { preconditionFailure("no database") }
        let options = ImportOptions(format: formats[Int(choice & 3)], name: "input", skipsInvalid: choice & 4 != 0)
        let file = Array(bytes.dropFirst())
        let first = waiting { await outcome(of: file, in: file.count, options, service) }
        let second = waiting { await outcome(of: file, in: Int(choice >> 3), options, service) }
        switch (first, second) {
        case (.success(let first), .success(let second)):
            require(first.skipped == second.skipped, "the same lines are left out")
            require(
                second.newTags == 0 && second.newSets == 0 && second.newItems == 0,
                "importing the same file again changes nothing")
        case (.failure(let first), .failure(let second)):
            require(first == second, "the same file is refused for the same reason")
        default: require(false, "the same file is taken or refused")
        }
    }

    private static func outcome(
        of file: [UInt8], in size: Int, _ options: ImportOptions, _ service: TagService
    ) async -> Result<ImportReport, TagServiceError> {
        let rest = Mutex(file[...])
        do {
            let report = try await service.files.importData(options: options) {
                rest.withLock { rest in
                    let piece = rest.prefix(max(size, 1))
                    rest = rest.dropFirst(piece.count)
                    return Array(piece)
                }
            }
            return .success(report)
        } catch {
            guard let error = error as? TagServiceError else {
                preconditionFailure("not an error of an import: \(error)")
            }
            return .failure(error)
        }
    }

    /// Waits for a task, because libFuzzer calls from a separate thread.
    private static func waiting<Value: Sendable>(for work: @escaping @Sendable () async -> Value) -> Value {
        let done = DispatchSemaphore(value: 0)
        let box = Box(value: nil as Value?)
        Task.detached {
            unsafe box.value = await work()
            done.signal()
        }
        done.wait()
        guard let value = unsafe box.value else { preconditionFailure("the work has ended") }
        return value
    }

    /// A place for a result; the semaphore orders its write before its read.
    private final class Box<Value>: @unchecked Sendable {
        nonisolated(unsafe) var value: Value?
        init(value: Value?) { self.value = value }
    }
}
