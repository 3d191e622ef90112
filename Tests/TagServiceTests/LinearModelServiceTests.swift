import Foundation
import TagService
import TestSupport
import Testing

/// Linear models in a file next to the database.
@Suite struct LinearModelServiceTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("tags.sqlite")
    }

    private var modelFile: URL { URL(fileURLWithPath: path + "-linear") }

    private func open() throws -> TagService { try TagService(.file(path: path), concurrency: .serial) }

    /// Opens a database of 1,200 items about three topics.
    ///
    /// Each title has a few of its topic's words.
    private func topics() throws -> TagService {
        let topics = [
            ("sea", ["sail", "harbor", "tide", "anchor", "keel"]),
            ("hills", ["hut", "ridge", "summit", "trail", "scree"]),
            ("city", ["tram", "square", "market", "bridge", "museum"]),
        ]
        let lines = (0..<1_200)
            .map { number in
                let (tag, words) = topics[number % 3]
                let title = [words[number % 5], words[(number / 5) % 5], "n\(number % 97)"]
                return #"{"title": "\#(title.joined(separator: " "))", "tags": ["\#(tag)"]}"#
            }
        let service = try open()
        _ = try service.files.importData(
            Array(lines.joined(separator: "\n").utf8), options: ImportOptions(format: .ndjson, name: "test"))
        return service
    }

    private func answer(_ service: TagService, _ title: String) throws -> [Suggestion] {
        var query = SuggestionQuery(item: ItemEvidence(title: title), limit: 3)
        query.minimumProbability = 0
        return try service.suggestions.find(for: query).suggestions
    }

    @Test func `a small collection has no model`() throws {
        let service = try open()
        try service.items.save(ItemDraft(title: "Harbor", tags: ["sea"]))
        #expect(try service.suggestions.train() == nil)
        #expect(!FileManager.default.fileExists(atPath: modelFile.path))
    }

    @Test func `a trained model adds its words as reasons, until its file is damaged`() throws {
        let service = try topics()
        let before = try answer(service, "An old harbor")
        let report = try #require(try service.suggestions.train())
        #expect(report.items == 1_200 && report.tags == 3)
        let trained = try answer(service, "An old harbor")
        #expect(trained.first?.tag == "sea" && trained.first?.because.contains(#"word "harbor""#) == true)
        #expect(trained != before)
        #expect(try service.maintenance.diagnose().isHealthy)
        // Another process, resident or not, sees the same.
        let other = try open()
        #expect(try answer(other, "An old harbor") == trained)
        other.suggestions.keepInMemory()
        #expect(try answer(other, "An old harbor") == trained)

        var bytes = try Data(contentsOf: modelFile)
        bytes[bytes.count - 100] ^= 1
        try FileManager.default.removeItem(at: modelFile)
        try bytes.write(to: modelFile)
        let damaged = try answer(try open(), "An old harbor")
        #expect(damaged.map(\.tag) == before.map(\.tag))
        #expect(damaged.first?.because == before.first?.because)
    }

    @Test func `the same items have the same model and the same probabilities`() throws {
        let service = try topics()
        try service.suggestions.train()
        let (bytes, first) = (try Data(contentsOf: modelFile), try answer(service, "The ridge"))
        try service.suggestions.train()
        #expect(try answer(service, "The ridge") == first)
        // Only the state of the database in the file's head differs.
        #expect(try Data(contentsOf: modelFile).suffix(bytes.count / 2) == bytes.suffix(bytes.count / 2))
    }

    @Test func `probabilities are learned from items that the model wasn't trained with`() throws {
        let service = try topics()
        try service.suggestions.train()
        // Every title of this collection shows its tag.
        let found = try answer(service, "Ridge and scree")
        #expect(found.first?.tag == "hills")
        #expect(try #require(found.first?.probability) > 0.8)
        #expect(try #require(found.last?.probability) < 0.1)
    }

    @Test func `items are scored by a model that wasn't trained with them`() throws {
        // Words identify single items, so that a model scores the items it was trained with far higher than others.
        let lines = (0..<1_000)
            .map { #"{"title": "a\#($0) b\#($0) c\#($0)", "tags": ["\#(["sea", "hills", "city"][$0 * 7 % 11 % 3])"]}"# }
        let service = try open()
        _ = try service.files.importData(
            Array(lines.joined(separator: "\n").utf8), options: ImportOptions(format: .ndjson, name: "test"))
        try service.suggestions.train()
        let found = try answer(service, "a1000 b1000 c1000")
        let sum = found.compactMap(\.probability).reduce(0, +)
        #expect((0.9...1.1).contains(sum), "\(found)")
        // Of 200 items, a quarter has no sample, because it would need a part of the tags.
        #expect((130...170).contains(try service.suggestions.learnedNumbers().samples))
    }

    @Test func `a stopped training keeps the file and the probabilities`() throws {
        let service = try topics()
        #expect(!FileManager.default.fileExists(atPath: modelFile.path))
        let before = try service.suggestions.learnedNumbers()
        for calls in [0, 1, 1_300, 1_400, 1_440] {
            var left = calls
            let report = try service.suggestions.train(isStopped: {
                left -= 1
                return left < 0
            })
            #expect(report == nil, "after \(calls) calls")
        }
        #expect(!FileManager.default.fileExists(atPath: modelFile.path))
        #expect(try service.suggestions.learnedNumbers() == before)
    }

    @Test func `progress increases to 1`() throws {
        let service = try topics()
        var shares: [Double] = []
        try service.suggestions.train(progress: { shares.append($0) })
        #expect(shares.count >= 3 && shares == shares.sorted() && shares.last == 1)
    }

    @Test func `a program with a user trains when enough items have changed, until the database is closed`() throws {
        let service = try topics()
        #expect(try service.suggestions.isLinearModelOutdated())
        service.suggestions.trainInBackground()
        for _ in 0..<600 where !FileManager.default.fileExists(atPath: modelFile.path) { usleep(100_000) }
        #expect(try !service.suggestions.isLinearModelOutdated())
        try service.items.tag(.matching(ItemQuery("keel")), with: BulkTagging(added: ["water"]))
        #expect(try service.suggestions.isLinearModelOutdated())
        try service.close()
        service.suggestions.trainIfOutdated()
        let closed = try open()
        #expect(try closed.suggestions.isLinearModelOutdated())
    }

    @Test func `a model is discarded when a third of the items has changed`() throws {
        let service = try topics()
        try service.suggestions.train()
        try service.items.tag(.matching(ItemQuery("keel")), with: BulkTagging(added: ["water"]))
        #expect(try answer(service, "An old harbor").first?.because.contains(#"word "harbor""#) == true)
        try service.items.tag(.matching(ItemQuery("#hills")), with: BulkTagging(added: ["land"]))
        #expect(try answer(service, "An old harbor").allSatisfy { !$0.because.contains(#"word "harbor""#) })
    }

    @Test func `a folder in the place of the file is an error that names it`() throws {
        let service = try topics()
        try FileManager.default.createDirectory(at: modelFile, withIntermediateDirectories: false)
        #expect { try service.suggestions.train() } throws: { error in
            guard case .inputOutput(let path, _) = error as? StoreError else { return false }
            return path.hasSuffix("tags.sqlite-linear")
        }
        #expect(try answer(service, "An old harbor").first?.tag == "sea")
    }

    @Test func `a file of another size or kind, or that others can write, isn't used`() throws {
        let service = try topics()
        let plain = try answer(service, "An old harbor").first?.because
        try service.suggestions.train()
        let trained = try answer(service, "An old harbor").first?.because
        #expect(trained != plain)
        let (made, manager) = (try Data(contentsOf: modelFile), FileManager.default)
        for bytes in [0, 1, 87, 88, made.count / 2, made.count - 1].map({ made.prefix($0) }) + [
            made + [0], made + made,
        ] {
            try manager.removeItem(at: modelFile)
            try Data(bytes).write(to: modelFile)
            #expect(try answer(try open(), "An old harbor").first?.because == plain, "\(bytes.count) bytes")
        }
        let kinds: [() throws -> Void] = [
            { try manager.createSymbolicLink(atPath: modelFile.path, withDestinationPath: "tags.sqlite") },
            { try manager.linkItem(atPath: path, toPath: modelFile.path) },
            { #expect(unsafe mkfifo(modelFile.path, 0o600) == 0) },
        ]
        for make in kinds {
            try manager.removeItem(at: modelFile)
            try make()
            #expect(try answer(try open(), "An old harbor").first?.because == plain)
        }
        try manager.removeItem(at: modelFile)
        try made.write(to: modelFile)
        try manager.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        for (mode, expected) in [(0o600, trained), (0o622, plain)] {
            try manager.setAttributes([.posixPermissions: mode], ofItemAtPath: modelFile.path)
            #expect(try answer(try open(), "An old harbor").first?.because == expected)
        }
    }

    @Test(arguments: [(0o600, 0o400), (0o640, 0o440), (0o664, 0o444)])
    func `those who may read the database may read the file, and nobody may write it`(mode: Int, expected: Int) throws {
        let service = try topics()
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        try service.suggestions.train()
        let found = try FileManager.default.attributesOfItem(atPath: modelFile.path)
        #expect((found[.posixPermissions] as? NSNumber)?.intValue == expected)
    }

    @Test func `a tag of all items doesn't make a model unusable`() throws {
        let service = try topics()
        try service.items.tag(.matching(ItemQuery("")), with: BulkTagging(added: ["place"]))
        // Words can't separate items with a tag from items without it if all have it.
        #expect(try #require(try service.suggestions.train()).tags == 3)
        let found = try answer(try open(), "An old harbor")
        #expect(Set(found.prefix(2).map(\.tag)) == ["sea", "place"])
        #expect(found.contains { $0.because.contains(#"word "harbor""#) })
    }

    @Test func `a tag merged or deleted after the training isn't suggested`() throws {
        let service = try topics()
        try service.suggestions.train()
        try service.tags.merge("sea", into: "city")
        #expect(try answer(service, "An old harbor").first?.tag == "city")
        #expect(try answer(service, "The ridge").first?.tag == "hills")
        try service.tags.delete(["hills"])
        #expect(try answer(service, "The ridge").allSatisfy { $0.tag != "hills" })
        #expect(try service.maintenance.diagnose().isHealthy)
    }

    @Test func `a tag renamed after the training has its new name in the next answer`() throws {
        let service = try topics()
        service.suggestions.keepInMemory()
        try service.suggestions.train()
        #expect(try answer(service, "An old harbor").first?.tag == "sea")
        try service.tags.rename("sea", to: "ocean")
        #expect(try answer(service, "An old harbor").first?.tag == "ocean")
    }
}
