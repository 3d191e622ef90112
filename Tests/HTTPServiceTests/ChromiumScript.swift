import Foundation
import Synchronization
import TestSupport
import Testing

/// A script of Chromium cases, which prints a line for each.
final class ChromiumScript: Sendable, CustomTestStringConvertible {
    /// The path of the script.
    private let path: String
    /// The cases; long cases are run by hand.
    let names: [String]
    /// The cases that hold the states of a view against the rules of accessibility.
    let rules: [String]

    /// The scripts of the web page.
    static let page = [
        "page_cases.py", "items_cases.py", "add_cases.py", "tags_cases.py", "settings_cases.py", "field_cases.py",
        "offline_cases.py", "order_cases.py", "review_cases.py",
    ]
    .map { ChromiumScript("Tests/Scripts/\($0)") }

    /// The script of the browser extension.
    static let `extension` = ChromiumScript("Tests/Extension/extension_cases.py")

    private init(_ path: String) {
        self.path = Self.root.appendingPathComponent(path).path
        // A script that cannot be read has no cases, which the suites notice.
        let text = (try? String(contentsOfFile: self.path, encoding: .utf8)) ?? ""
        let cases = text.split(separator: "\n").filter { $0.hasPrefix("def ") && $0.hasSuffix("(walk):") }
            .map { String($0.dropFirst(4).dropLast(7)) }
        let kinds = [
            "page", "items", "add", "tags", "stats", "settings", "connect", "field", "input", "popup", "link", "badge",
            "options", "pages", "offline", "order", "review",
        ]
        names = cases.filter { name in kinds.contains { name.hasPrefix("\($0)_") } }
        rules = cases.filter { $0.hasPrefix("rules_") }
    }

    var testDescription: String { URL(fileURLWithPath: path).lastPathComponent }

    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    private static let python = Tool("python3", package: "python3")
    private static let axe = root.appendingPathComponent(".build/axe/axe.min.js").path

    static let hasAxe = FileManager.default.fileExists(atPath: axe)

    // A Python that cannot be run has no modules.
    static let canRun =
        (try? python.run(["-c", "import websocket"]).code) == 0
        && ["chromium", "tmux"].allSatisfy { Tool($0, package: $0).isInstalled }

    /// Browsers wait more than they work, so two scripts run together, outside of the few threads of the tests.
    private static let queue: OperationQueue = {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 2
        return queue
    }()

    private let result = Mutex("")
    private let running = Mutex<Operation?>(nil)

    /// Begins to run the cases, unless they run already.
    ///
    /// - Returns: the operation, after which the results are there.
    @discardableResult func start() -> Operation {
        running.withLock { running in
            if let running { return running }
            let operation = BlockOperation {
                let report = self.run()
                self.result.withLock { $0 = report }
            }
            Self.queue.addOperation(operation)
            running = operation
            return operation
        }
    }

    /// The script's results for all cases.
    var report: String {
        get async {
            let end = BlockOperation()
            end.addDependency(start())
            await withCheckedContinuation { done in
                end.completionBlock = { done.resume() }
                Self.ends.addOperation(end)
            }
            return result.withLock { $0 }
        }
    }

    private static let ends = OperationQueue()

    private func run() -> String {
        let programs = URL(fileURLWithPath: TagflowProcess.path).deletingLastPathComponent().path
        do {
            let outcome = try Self.python.run(
                [path, programs] + names + (Self.hasAxe ? rules : []),
                environment: [
                    "AXE": Self.hasAxe ? Self.axe : "", "PATH": "/usr/bin:/bin", "HOME": NSTemporaryDirectory(),
                ])
            return String(decoding: outcome.output, as: UTF8.self)
        } catch { return "the script cannot be run: \(error)" }
    }
}

/// Starts all scripts before the first test, since they take long and most of the time wait.
private struct StartedScripts: SuiteTrait {
    func prepare(for test: Test) async throws {
        guard ChromiumScript.canRun else { return }
        // The scripts that take longest come first, so that none is left to run alone.
        for script in [.extension] + ChromiumScript.page { script.start() }
    }
}

/// The views, the tag input and the extension in Chromium, with a browser for each script.
@Suite(StartedScripts()) struct ChromiumTests {
    @Test(
        .enabled(if: ChromiumScript.canRun, "needs chromium, python3-websocket and tmux"),
        arguments: ChromiumScript.page + [.extension]) func `every case of a script passes`(
            script: ChromiumScript
        ) async
    {
        let report = await script.report
        for name in script.names { #expect(report.contains("ok \(name) ("), "\(report.part(about: name))") }
    }

    @Test(
        .enabled(if: ChromiumScript.canRun && ChromiumScript.hasAxe, "needs axe-core; .ci/axe fetches it from PyPI"),
        arguments: ChromiumScript.page) func `axe finds nothing in any state`(script: ChromiumScript) async
    {
        let report = await script.report
        for name in script.rules { #expect(report.contains("ok \(name) ("), "\(report.part(about: name))") }
    }

    @Test func `the cases are found`() {
        #expect(ChromiumScript.page.allSatisfy { $0.names.count > 5 })
        #expect(ChromiumScript.extension.names.count > 15)
        let names = ChromiumScript.page.flatMap(\.names)
        #expect(Set(names).count == names.count)
    }
}

extension String {
    /// The lines of a report that follow the name of a case that failed.
    fileprivate func part(about name: String) -> Substring {
        guard let start = firstRange(of: "FAILED \(name)")?.lowerBound else { return suffix(2_000) }
        return self[start...].prefix(2_000)
    }
}
