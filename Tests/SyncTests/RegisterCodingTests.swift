import TestSupport
import Testing

@testable import Sync

/// Registers as lines of files and as blobs of the database.
@Suite struct RegisterCodingTests {
    private static let tag = ThingID(kind: .tag, key: ["sea"])
    private static let other = ThingID(kind: .tag, key: ["lake"])
    private static let set = ThingID(kind: .set, key: ["work"])
    private static let item = ThingID(kind: .item, high: 1, low: .max)
    private static let stamp = Stamp(milliseconds: 1_764_400_000_000, counter: 3, device: DeviceID(.max))
    private static let setUpStamp = Stamp(milliseconds: 5)

    private static let registers: [Register] = {
        func register(
            _ thing: ThingID, _ field: RegisterField, _ value: RegisterValue, _ stamp: Stamp = stamp
        ) -> Register { Register(RegisterKey(thing, field), StampedValue(stamp, value)) }
        let text = "quote \" backslash \\ line\nbreak \u{1} é e\u{301} 🌊"
        return [
            register(item, .deleted, .flag(false)), register(item, .title, .string(text)),
            register(item, .note, .empty), register(item, .location, .string("https://a.example/"), .zero),
            register(item, .time, .number(-62)), register(item, .day, .number(20_786), .zero),
            register(item, .set, .thing(set), .zero), register(item, .attributes, .string("{\"a\":{}}")),
            register(item, .words, .string("sea 5\nshore 1")), register(item, .tag(tag), .flag(true), setUpStamp),
            register(item, .tag(other), .empty), register(item, .dismissed("boat"), .flag(true)),
            register(item, .dismissed("ship"), .empty), register(tag, .name, .string("Sea"), .zero),
            register(tag, .mergedInto, .thing(other)), register(tag, .group, .string("water")),
            register(tag, .place, .position(.between(nil, nil))), register(tag, .importedUses, .number(1 << 62)),
            register(tag, .alias("ocean"), .string("Ocean")), register(tag, .alias("pond"), .empty),
            register(tag, .implication(other), .flag(true)), register(tag, .distinguished(other), .empty),
            register(set, .kind, .string("daily")), register(set, .setting("spacing"), .string("2.5")),
            register(set, .setting("width"), .empty), register(set, .member(tag), .position(.between(nil, nil))),
            register(set, .member(other), .empty), register(ThingID(kind: .rule, key: ["r"]), .target, .thing(tag)),
            register(set, .connection("https://a.example"), .string("00000000000000a1")),
            register(set, .connection("https://b.example"), .empty),
            register(ThingID(kind: .view, key: ["v"]), .query, .string("before:2020")),
        ]
    }()

    @Test func `lines have the registers`() throws {
        let lines = RegisterLines.lines(Self.registers)
        let read = try lines.flatMap { try #require(RegisterLines.registers(line: $0[...])) }
        #expect(Set(read) == Set(Self.registers) && read.count == Self.registers.count)
        // One line for each thing and stamp.
        #expect(lines.count == 8 && lines.allSatisfy { !$0.contains(0x0A) })
    }

    @Test func `the first line has the device and the replaced files`() throws {
        let name = StoreFileName(device: DeviceID(7), number: 3, random: 9, kind: .segment)
        let header = RegisterLines.Header(deviceName: "laptop \"x\"", date: 1_764_400_000_000, replaced: [name])
        #expect(RegisterLines.Header(line: header.line[...]) == header)
        for text in ["[]", "[\"\",1,[]]", "[\"a\",-1,[]]", "[\"a\",1,[\"x\"]]", "[\"a\",1,2]", "{}", ""] {
            #expect(RegisterLines.Header(line: Array(text.utf8)[...]) == nil, "\(text)")
        }
    }

    @Test func `fields of later versions are ignored`() throws {
        let text = "[\"t\(Self.tag.text)\",0,\"name\",\"sea\",\"later\",[[1],null,true],\"-later\",[]]"
        let registers = try #require(RegisterLines.registers(line: Array(text.utf8)[...]))
        #expect(registers.map(\.content.value) == [.string("sea")])
    }

    @Test func `malformed lines are refused`() {
        let id = Self.tag.text
        let lines = [
            "", "[", "[]", "[\"t\(id)\"]", "[\"t\(id)\",0,\"name\"]", "[\"x\(id)\",0]", "[\"t\(id)0\",0]",
            "[\"tabc\",0]", "[\"t\(id)\",-1]", "[\"t\(id)\",[1,2,3,4]]", "[\"t\(id)\",[-1,0]]", "[\"t\(id)\",[1,-1]]",
            "[\"t\(id)\",[9223372036854775807,0]]", "[\"t\(id)\",[99999999999999999999,0]]",
            "[\"t\(id)\",[1,0,\"0000000000000000\"]]", "[\"t\(id)\",[1,0,\"zz\"]]", "[\"t\(id)\",0,\"name\",5]",
            "[\"t\(id)\",0,\"name\",\" \"]", "[\"t\(id)\",0,\"title\",\"x\"]", "[\"t\(id)\",0,\"deleted\",null]",
            "[\"t\(id)\",0,\"into\",\"\(id)0\"]", "[\"t\(id)\",0,\"alias\",\"x\"]", "[\"t\(id)\",0,\"alias\",[5]]",
            "[\"t\(id)\",0,\"alias\",[\"\"]]", "[\"t\(id)\",0,\"-name\",null]", "[\"t\(id)\",0,\"tag\",[\"\(id)\"]]",
            "[\"s\(id)\",0,\"member\",[\"\(id)\"]]", "[\"s\(id)\",0,\"member\",[\"\(id)\",\"00\"]]",
            "[\"s\(id)\",0,\"member\",[\"\(id)\",\"8\"]]", "[\"s\(id)\",0,\"member\",[\"\(id)\",\"\"]]",
            "[\"i\(id)\",0,\"time\",99999999999999999]", "[\"i\(id)\",0,\"day\",5000000]",
            "[\"i\(id)\",0,\"time\",1.5]", "[\"t\(id)\",0,\"name\",\"a]", "[\"t\(id)\",0,\"name\",\"\\u1234\"]",
            "[\"t\(id)\",0,\"name\",\"\\x\"]", "[\"t\(id)\",0] ", "[\"t\(id)\",0,]", "[[[[[[[]]]]]]]",
            "[\"i\(id)\",0,\"title\",\"\(String(repeating: "x", count: 11_001))\"]",
        ]
        for line in lines { #expect(RegisterLines.registers(line: Array(line.utf8)[...]) == nil, "\(line.prefix(80))") }
    }

    @Test func `cut and changed lines never trap`() {
        var random = SeededNumbers(seed: 5)
        for line in RegisterLines.lines(Self.registers) {
            for end in line.indices { #expect(RegisterLines.registers(line: line[..<end]) == nil) }
            for _ in 0..<300 {
                var changed = line
                changed[Int(random.next() % UInt64(line.count))] = UInt8(truncatingIfNeeded: random.next())
                _ = RegisterLines.registers(line: changed[...])
            }
        }
    }

    @Test func `blobs have the registers and their marks`() throws {
        let numbers: [ThingID: Int64] = [Self.tag: 1, Self.other: 300, Self.set: 70_000]
        let things = Dictionary(uniqueKeysWithValues: numbers.map { ($0.value, $0.key) })
        for (thing, registers) in Dictionary(grouping: Self.registers, by: \.key.thing) {
            let fields = Dictionary(uniqueKeysWithValues: registers.map { ($0.key.field, $0.content) })
            var marks: [RegisterField: RegisterMark] = [:]
            for (index, field) in fields.keys.sorted().enumerated() {
                marks[field] = RegisterMark(
                    isUnsent: index.isMultiple(of: 2), source: index.isMultiple(of: 3) ? .own : .file(Int64(index)))
            }
            let bytes = PackedRegisters.bytes(fields, marks) { numbers[$0] ?? 0 }
            let read = try #require(PackedRegisters.registers(bytes, of: thing.kind) { things[$0] })
            #expect(read.fields == fields && read.marks == marks)
            var random = SeededNumbers(seed: 6)
            for end in bytes.indices {
                _ = PackedRegisters.registers(Array(bytes[..<end]), of: thing.kind) { things[$0] }
            }
            for _ in 0..<1_000 {
                var changed = bytes
                changed[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
                _ = PackedRegisters.registers(changed, of: thing.kind) { things[$0] }
            }
        }
    }
}
