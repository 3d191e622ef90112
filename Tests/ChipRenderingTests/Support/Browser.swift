import Foundation
import TestSupport
import Testing

/// Headless Chromium, which evaluates scripts in a page for a test.
struct Browser {
    static let chromium = Tool("chromium", package: "chromium")

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Loads a file into a frame of a width, runs a script, and returns its result.
    ///
    /// The script is the body of an asynchronous function of the frame's `page` (its document) and `view` (its window).
    func ask<Answer: Decodable>(
        _ file: Data, name: String, width: Int, script: String, as: Answer.Type = Answer.self
    ) throws -> Answer {
        try file.write(to: URL(fileURLWithPath: folder.file(name)))
        let harness = """
            <!DOCTYPE html><meta charset="utf-8"><body style="margin:0">
            <iframe id="frame" src="\(name)" style="border:0;width:\(width)px;height:4000px"></iframe>
            <script>
            const frame = document.getElementById("frame");
            frame.onload = async () => {
              const [page, view] = [frame.contentDocument, frame.contentWindow];
              let answer;
              try {
                await page.fonts.ready;
                answer = { value: await (async () => { \(script) })() };
              } catch (error) { answer = { error: String(error) }; }
              const bytes = new TextEncoder().encode(JSON.stringify(answer));
              document.body.textContent = "answer:" + btoa(Array.from(bytes, b => String.fromCharCode(b)).join("")) + ":";
            };
            </script>
            """
        let page = folder.file("harness.html")
        try Data(harness.utf8).write(to: URL(fileURLWithPath: page))
        let answer = try Self.chromium.run([
            "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
            // The harness looks into its frame, which is another origin for a file.
            "--disable-web-security", "--allow-file-access-from-files", "--user-data-dir=\(folder.file("profile"))",
            "--window-size=4400,4100", "--virtual-time-budget=10000", "--dump-dom", "file://\(page)",
        ])
        let text = String(decoding: answer.output, as: UTF8.self)
        let encoded = try #require(text.components(separatedBy: "answer:").last?.split(separator: ":").first)
        let json = try #require(Data(base64Encoded: String(encoded)))
        return try JSONDecoder().decode(Reply<Answer>.self, from: json).value
    }

    private struct Reply<Value: Decodable>: Decodable { var value: Value }
}

/// A rectangle of the page, in pixels of CSS.
struct PageRectangle: Decodable {
    var x: Double
    var y: Double
    var width: Double
    var height: Double
}
