import ChipRendering
import FlowEngine
import Foundation
import TagService
import Testing

/// A set of tags in a database in memory, and pictures of it.
struct Gallery {
    let service: TagService
    let names: [String]

    /// Labels of every script that the fonts of the tests have, and characters of markup.
    static let scripts = [
        "早间例行 ☀️", "锻炼 💪", "读书 📚", "Español efficient office", "العربية", "हिन्दी क्षत्रिय", "עברית", "👩‍👩‍👧‍👦 family 🇩🇪", "Ångström é",
        "ไทย ภาษา", "سلام", "مُحَمَّد", "❤️🔥x💧💧", "한국어", "ქართული", "Ελληνικά", "русский", "日本語テキスト", "1st & 2nd <b>", "🏳️‍🌈",
        "தமிழ்", "اردو", "Tiếng Việt", "🇺🇸🇩🇪", "it's \"quoted\"",
    ]

    static let hostile = [
        "</style><script>alert(1)</script>", "</title><script>document.documentElement.dataset.run=1</script>",
        "\"><img src=x onerror=\"document.documentElement.dataset.run=1\">", "<!-- -->", "]]>", "&lt;b&gt;",
        "'><svg onload=document.documentElement.dataset.run=1>", "javascript:alert(1)", "</ul></main>", "\\3C b",
    ]

    static let habits = ["早间例行 ☀️", "锻炼 💪", "读书 📚", "喝水 💧", "冥想 🧘", "给朋友打电话 📞", "学习新东西 🧠"]

    /// Creates a set of tags, some of them selected.
    init(_ names: [String], selected: [String] = []) async throws {
        service = try TagService(.memory, concurrency: .serial)
        self.names = names
        try service.sets.addTags(names)
        if !selected.isEmpty { _ = try service.selection.select(selected) }
    }

    func board(
        _ style: PictureStyle, width: Double = 640, _ change: (inout LayoutSettings) -> Void = { _ in }
    ) async throws -> Board {
        var settings = LayoutSettings()
        change(&settings)
        return try service.sets.board(
            style.request(width: width, settings: settings), of: .chosen, measurer: style.measurer)
    }

    func picture(
        _ theme: Theme = .light, width: Double = 640, _ change: (inout LayoutSettings) -> Void = { _ in }
    ) async throws -> Picture {
        let style = try PictureStyle(theme: theme)
        return Picture(try await board(style, width: width, change), style: style)
    }
}
