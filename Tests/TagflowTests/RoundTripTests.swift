import TestSupport
import Testing

/// Tests that items survive an import and an export, as programs of others read them; the cases are in
/// Tests/Scripts/round_trips.py.
@Suite(
    .enabled(
        if: PythonPackages.readers.areInstalled,
        "needs packages from PyPI that read bookmarks; run .ci/readers to install them")) struct RoundTripTests
{
    @Test(arguments: [
        "firefox", "firefox_folders", "chrome", "chrome_folders", "safari_folders", "linkding", "shaarli",
        "pinboard_html", "pinboard", "raindrop_html", "raindrop", "karakeep", "firefox_library",
        "firefox_library_folders", "edge_library_folders", "linkding_library", "shaarli_library", "pinboard_library",
        "raindrop_library", "raindrop_html_library", "no_title", "before_1970", "indented_note", "two_sets",
    ]) func `bookmarks go in, are edited, go out, and are read by other programs`(name: String) throws {
        let outcome = try PythonPackages.readers.run("round_trips.py", [TagflowProcess.path, name])
        #expect(outcome.code == 0, "\(outcome.output.suffix(4_000))")
    }
}

extension PythonPackages {
    fileprivate static let readers = PythonPackages("readers", modules: "bs4, html5lib, markdown_it, pinboard")
}
