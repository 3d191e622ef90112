import Sync
import TestSupport
import Testing

@testable import TagService
@testable import TagStore

/// Received values at and beyond the limits of rows: either rows show a value exactly, or its file is damaged.
@Suite struct ReceivedLimitTests {
    private static let ids = (1...9).map { String(repeating: "\($0)", count: 32) }
    private static let stamp = #"[1795960000000,0,"00000000000000ee"]"#

    /// A tag, a daily set, an item of each kind of set, a view and a rule, to which the values belong.
    private static let things = [
        line("t", 0, #""name","sea""#), line("s", 1, #""name","work""#), line("s", 2, #""name","days","kind","daily""#),
        line("i", 3, #""title","plain","set","\#(ids[1])","tag",["\#(ids[0])"]"#),
        line("i", 4, #""title","day","set","\#(ids[2])","day",20000"#), line("v", 5, #""name","view","query","sea""#),
        line("r", 6, #""query","sea","target","\#(ids[0])""#),
    ]

    private static func line(_ kind: String, _ id: Int, _ fields: String) -> String {
        #"["\#(kind)\#(ids[id])",\#(stamp),\#(fields)]"#
    }

    private static func text(_ count: Int) -> String { #""\#(String(repeating: "x", count: count))""# }

    private static let valid = [
        ("t", 0, #""name",\#(text(1_000))"#), ("t", 0, #""name","a\u001b[31m\nb""#), ("t", 0, #""into","\#(ids[0])""#),
        ("t", 0, #""group",\#(text(1_000))"#), ("t", 0, #""group","state","place","80""#), ("t", 0, #""place","80""#),
        ("t", 0, #""description",\#(text(1_000))"#), ("t", 0, #""color","red""#), ("t", 0, #""color",null"#),
        ("t", 0, #""uses",0"#), ("t", 0, #""uses",4611686018427387904"#),
        ("t", 0, #""alias",["Ocean",\#(text(1_000))]"#),
        ("t", 0, #""implies",["\#(ids[0])"],"distinct",["\#(ids[0])","\#(ids[7])"]"#), ("t", 0, #""deleted",true"#),
        ("s", 1, #""name",\#(text(1_000))"#), ("s", 1, #""kind","weekly""#), ("s", 1, #""setting",["spacing","2"]"#),
        ("s", 1, #""setting",["spacing","-9"]"#), ("s", 1, #""setting",["alignment","\"center\""]"#),
        ("s", 1, #""setting",["future","7"]"#), ("s", 1, #""member",["\#(ids[0])","80","\#(ids[7])","80"]"#),
        ("s", 1, #""member",["\#(ids[0])","\#(String(repeating: "ff", count: 65_536))"]"#),
        ("s", 1, #""connection",["https://a.example","00000000000000ee",\#(text(11_000)),"00000000000000a1"]"#),
        ("s", 1, #""deleted",true"#), ("s", 2, #""kind",null"#), ("i", 3, #""title",\#(text(11_000))"#),
        ("i", 3, #""note",\#(text(128 << 10))"#), ("i", 3, #""location",\#(text(11_000))"#),
        ("i", 3, #""location","x\ny""#), ("i", 3, #""time",-62167219200000"#), ("i", 3, #""time",253402300799999"#),
        ("i", 4, #""time",253402300799999,"day",null"#), ("i", 4, #""day",-719529"#), ("i", 4, #""day",2932897"#),
        ("i", 3, #""day",5"#), ("i", 3, #""set","\#(ids[7])""#), ("i", 3, #""set","\#(ids[2])""#),
        ("i", 3, #""tag",["\#(ids[7])"]"#), ("i", 3, #""dismissed",["boat",\#(text(11_000))]"#),
        ("i", 3, #""words","sea 5\nshore 1""#), ("i", 3, #""words","\#(manyWords(300))""#),
        ("i", 3, #""words","abcൎ 1""#),
        ("i", 3, #""attributes","{\"attributes\":{\"icon\":\"a/b\\u0001\"},\"folders\":[\"é\"]}""#),
        ("v", 5, #""name",\#(text(1_000))"#), ("v", 5, #""query",\#(text(10_000))"#), ("v", 5, #""query","""#),
        ("r", 6, #""query",\#(text(10_000))"#), ("r", 6, #""query","""#), ("r", 6, #""target","\#(ids[7])""#),
        ("r", 6, #""kind","automatic""#), ("r", 6, #""kind","never""#),
    ]

    private static let invalid = [
        ("t", 0, #""name",\#(text(1_001))"#), ("t", 0, #""name","""#), ("t", 0, #""name"," ""#),
        ("t", 0, #""name","a\u0000b""#), ("t", 0, #""group",\#(text(1_001))"#), ("t", 0, #""group","""#),
        ("t", 0, #""place","00""#), ("t", 0, #""place","8""#), ("t", 0, #""place",5"#),
        ("t", 0, #""description",\#(text(1_001))"#), ("t", 0, #""color","puce""#), ("t", 0, #""uses",-1"#),
        ("t", 0, #""uses",4611686018427387905"#), ("t", 0, #""alias",[""]"#), ("t", 0, #""alias",[\#(text(1_001))]"#),
        ("t", 0, #""-alias",["Ocean"]"#), ("s", 1, #""name",\#(text(1_001))"#), ("s", 1, #""name","a\u0000""#),
        ("s", 1, #""kind",\#(text(101))"#), ("s", 1, #""setting",["spacing","2.50"]"#),
        ("s", 1, #""setting",["spacing","\"x\""]"#), ("s", 1, #""setting",["alignment","\"odd\""]"#),
        ("s", 1, #""setting",["x","no json"]"#), ("s", 1, #""setting",["é","7"]"#), ("s", 1, #""setting",["","7"]"#),
        ("s", 1, #""setting",["x","\"\#(String(repeating: "x", count: 11_000))\""]"#),
        ("s", 1, #""member",["\#(ids[0])","\#(String(repeating: "ff", count: 65_537))"]"#),
        ("s", 1, #""connection",["https://a.example","x"]"#), ("s", 1, #""connection",["","00000000000000a1"]"#),
        ("s", 1, #""connection",[\#(text(11_001)),"00000000000000a1"]"#), ("i", 3, #""title",\#(text(11_001))"#),
        ("i", 3, #""note",\#(text(128 << 10 | 1))"#), ("i", 3, #""note","n\u0000n""#),
        ("i", 3, #""location",\#(text(11_001))"#), ("i", 3, #""location","""#), ("i", 3, #""time",-62167219200001"#),
        ("i", 3, #""time",253402300800000"#), ("i", 3, #""day",-719530"#), ("i", 3, #""day",2932898"#),
        ("i", 3, #""dismissed",["Boat"]"#), ("i", 3, #""dismissed",[""]"#), ("i", 3, #""dismissed",["e\#u{301}"]"#),
        ("i", 3, #""dismissed",[\#(text(11_001))]"#), ("i", 3, #""words","sea""#),
        ("i", 3, #""words","shore 1\nsea 5""#), ("i", 3, #""words","sea 0""#), ("i", 3, #""words","sea 5\nsea 6""#),
        ("i", 3, #""words","""#), ("i", 3, #""words","sea 2147483647""#), ("i", 3, #""attributes","not json""#),
        ("i", 3, #""attributes","{}""#),
        ("i", 3, #""attributes","{\"attributes\":{\"b\":\"\",\"a\":\"\"},\"folders\":[]}""#),
        ("i", 3, #""attributes","{\"attributes\":{\"A\":\"\"},\"folders\":[]}""#),
        ("i", 3, #""attributes","{\"attributes\":{},\"folders\":[]}""#), ("v", 5, #""name",\#(text(1_001))"#),
        ("v", 5, #""query",\#(text(10_001))"#), ("v", 5, #""name","a\u0000""#), ("r", 6, #""query",\#(text(10_001))"#),
        ("r", 6, #""target","x""#),
    ]

    /// More words than an item keeps.
    private static func manyWords(_ count: Int) -> String {
        (1_000..<1_000 + count).map { "word\($0) 1" }.joined(separator: #"\n"#)
    }

    @Test func `rows show each value that a file may have`() throws {
        for (kind, id, fields) in Self.valid {
            let file = try SyncedFile()
            try file.setUp(device: 1)
            // With the other things, and before they arrive.
            for lines in [[Self.line(kind, id, fields)], Self.things] {
                let read = try #require(Self.read(lines), "\(kind) \(fields.prefix(60))")
                try Self.exchange(file, read)
                try file.expectShown("\(kind) \(fields.prefix(60))")
            }
            let problems = try file.store.diagnose().problems
            #expect(problems.isEmpty, "\(kind) \(fields.prefix(60))")
            // A change of this device, and its way back.
            try file.service.items.save(ItemDraft(title: "here", tags: ["sea", "lake"]))
            try Self.exchange(file, try #require(Self.read([])))
            try file.expectShown("after a change: \(kind) \(fields.prefix(60))")
        }
    }

    @Test func `a file with a value that no row can have is damaged`() {
        for (kind, id, fields) in Self.invalid {
            #expect(Self.read([Self.line(kind, id, fields)]) == nil, "\(kind) \(fields.prefix(60))")
        }
        for name in ["", "\u{1B}[31m", "a\nb", String(repeating: "x", count: 101)] {
            let header = RegisterLines.Header(deviceName: name, date: 1)
            #expect(RegisterLines.Header(line: header.line[...]) == nil, "\(name)")
        }
    }

    @Test func `colors are those of rows`() { #expect(RegisterLimit.colors == TagDetail.colors) }

    /// Returns the file with lines; `nil` if it's damaged.
    private static func read(_ lines: [String]) -> ReceivedFile? {
        var file = ReceivedFile(name: StoreFileName(device: DeviceID(0xEE), number: 1, random: 7, kind: .segment))
        do {
            try file.append(line: RegisterLines.Header(deviceName: "other", date: 1_795_960_000_000).line[...])
            for line in lines { try file.append(line: Array(line.utf8)[...]) }
        } catch { return nil }
        return file.registers.allSatisfy(ReceivedValue.isExact) ? file : nil
    }

    private static func exchange(_ file: SyncedFile, _ received: ReceivedFile) throws {
        try file.store.write(at: 1_800_000_000_000) { writer in
            var draft = try #require(try writer.beginSync(receiving: received.registers))
            _ = draft.receive([(number: 100, file: received)])
            _ = try writer.show(&draft)
            try writer.store(&draft)
        }
    }
}
