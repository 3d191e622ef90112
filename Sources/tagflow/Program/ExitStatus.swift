import ArgumentParser
import Connections
import FlowEngine
import Foundation
import HTMLParsing
import PageFetching
import Sync
import TagService
import TerminalFrontEnd
import TextMeasurement

/// The message and exit code for an error; the codes follow sysexits.
///
/// ```
/// $ tagflow use tripp
/// tagflow: unknown set 'tripp'; did you mean 'trip'? (use 'new tripp' to create it)
/// $ echo $?
/// 65
/// ```
struct ExitStatus {
    /// The exit code.
    let code: Int32
    /// The message on one line, without the program's name, or `nil` if nothing is printed.
    let message: String?

    static let nothingFound: Int32 = 1
    static let usage: Int32 = 64
    static let badData: Int32 = 65
    static let noInput: Int32 = 66
    /// A program, library, terminal or store of a sync that the command needs is missing.
    static let notAvailable: Int32 = 69
    static let defect: Int32 = 70
    static let cannotCreate: Int32 = 73
    static let inputOutput: Int32 = 74
    static let tryAgain: Int32 = 75
    static let noPermission: Int32 = 77
    static let notOurDatabase: Int32 = 78
    static let interrupted: Int32 = 130

    init(code: Int32, message: String?) {
        self.code = code
        self.message = message.map { TerminalText.printable(Self.oneLine($0)) }
    }

    init(_ error: any Error) {
        switch error {
        case let failure as CommandError: self.init(code: failure.code, message: failure.message)
        case let error as StoreError: self.init(code: Self.code(of: error), message: error.description)
        case let error as TagServiceError: self.init(code: Self.code(of: error), message: error.description)
        case let error as SyncStoreError: self.init(code: Self.code(of: error), message: error.description)
        case let error as SyncError: self.init(code: Self.code(of: error), message: error.description)
        case let error as SystemError:
            self.init(code: Self.inputOutput, message: "\(error.text); check the disk and try again")
        case let error as RemoteError: self.init(code: Self.code(of: error), message: error.description)
        case let error as WebAddressError: self.init(code: Self.badData, message: error.description)
        case let error as ModelError: self.init(code: Self.code(of: error), message: error.description)
        case let error as LearnedFileError: self.init(code: Self.badData, message: error.description)
        case let error as PageFetchError: self.init(code: Self.notAvailable, message: error.description)
        case let error as HTMLWalk.LibraryError: self.init(code: Self.notAvailable, message: error.description)
        case let error as ShellWordsError: self.init(code: Self.usage, message: error.description)
        case let error as ReplInputError: self.init(code: Self.usage, message: error.description)
        case let error as FrontEndError: self.init(code: Self.notAvailable, message: error.description)
        case StreamError.closed: self.init(code: 0, message: nil)
        case StreamError.failed(ENOSPC), StreamError.failed(EDQUOT):
            self.init(
                code: Self.inputOutput, message: "can't write the output: the disk is full; make room and try again")
        case StreamError.failed(let code):
            self.init(
                code: Self.inputOutput,
                message: "can't write the output (system error \(code)); check the disk and try again")
        default: self.init(code: Self.defect, message: "\(error); this is a bug in tagflow; please report it")
        }
    }

    private static func code(of error: StoreError) -> Int32 {
        switch error {
        case .notOurs, .newerSchema, .upgraded, .changedSchema, .corrupt, .onNetwork: notOurDatabase
        case .notPermitted, .readOnly: noPermission
        case .cannotCreate, .cannotCopy, .backupExists: cannotCreate
        case .locked: tryAgain
        case .inputOutput, .replaced: inputOutput
        case .unexpected: defect
        }
    }

    private static func code(of error: SyncStoreError) -> Int32 {
        switch error.kind {
        case .missing: noInput
        case .unreachable: notAvailable
        case .denied: noPermission
        case .damaged, .damagedFile: badData
        case .busy: tryAgain
        case .noSpace: inputOutput
        }
    }

    private static func code(of error: SyncError) -> Int32 {
        switch error {
        case .notSetUp, .alreadySetUp, .inMemory, .invalidDeviceName: usage
        case .busy: tryAgain
        case .declined: nothingFound
        case .damagedFiles, .manyDeletions: badData
        }
    }

    private static func code(of error: RemoteError) -> Int32 {
        switch error.kind {
        case .unreachable: notAvailable
        case .refused: noPermission
        case .unexpected, .unconfirmed: badData
        case .stopped: interrupted
        }
    }

    private static func code(of error: ModelError) -> Int32 {
        switch error {
        case .missing: noInput
        case .unreadable: noPermission
        case .notAModel, .otherVersion, .changed, .changedSchema, .damaged: badData
        }
    }

    private static func code(of error: TagServiceError) -> Int32 {
        switch error {
        case .nothingToUndo, .undoneToLimit, .nothingToRedo: nothingFound
        case .invalidSetting: usage
        default: badData
        }
    }

    private static func oneLine(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }
}

/// An error of the command line itself, not of a library.
struct CommandError: Error {
    /// The exit code; see ``ExitStatus``.
    var code: Int32
    /// The problem and how to fix it, on one line, or `nil` if nothing is printed.
    var message: String?
}

extension CommandError: CustomStringConvertible { var description: String { message ?? "" } }
