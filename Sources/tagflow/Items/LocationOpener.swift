import Foundation
import TagService
import TextMeasurement

/// A launcher for the program that shows a URL or file.
struct LocationOpener {
    let environment: [String: String]

    /// Returns a typed location, with the whole path of a file of the current folder.
    static func typed(_ location: String) -> String {
        let isRelative = !location.isEmpty && !location.hasPrefix("/") && !location.contains(":")
        guard isRelative, FileManager.default.fileExists(atPath: location) else { return location }
        return URL(fileURLWithPath: location).standardizedFileURL.path
    }

    /// Opens a location without waiting for the program to end.
    ///
    /// - Throws: `CommandError` if the location isn't an absolute path or a URL of a harmless scheme, or if there is no program.
    func open(_ location: String) throws {
        let scheme = location.prefix { $0 != ":" }.lowercased()
        let isURL = LinkScheme.allowed.contains(scheme)
        guard isURL || location.hasPrefix("/") else {
            throw CommandError(
                code: ExitStatus.badData,
                message:
                    "can't open \(location.quoted); only URLs and absolute paths can be opened; change it with 'edit-item'"
            )
        }
        guard isURL || FileManager.default.fileExists(atPath: location) else {
            throw CommandError(
                code: ExitStatus.noInput,
                message: "no such file \(location.quoted); 'items --missing' lists the items whose files are gone")
        }
        let browser = isURL ? environment["BROWSER"].flatMap { $0.isEmpty ? nil : $0 } : nil
        #if os(macOS)
        let standard = "open"
        #else
        let standard = "xdg-open"
        #endif
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [browser ?? standard, location]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        do { try process.run() } catch { throw Self.failure(browser ?? standard) }
        guard Self.isMissing(process) else { return }
        throw Self.failure(browser ?? standard)
    }

    /// Returns whether `env` didn't find the program; a program that still runs after half a second was found.
    private static func isMissing(_ process: Process) -> Bool {
        for _ in 0..<50 where process.isRunning { Thread.sleep(forTimeInterval: 0.01) }
        return !process.isRunning && process.terminationStatus == 127
    }

    private static func failure(_ program: String) -> CommandError {
        CommandError(
            code: ExitStatus.notAvailable,
            message: "can't run '\(program)'; install it, or set BROWSER to another program")
    }
}
