import CZlib
import Crypto
import Foundation
import TestSupport
import Testing

@testable import Sync

/// Damaged, moved, foreign and hostile files: each is refused with an error that names it.
@Suite struct SyncFileTests {
    @Test(arguments: [true, false]) func `every flipped bit of a file is detected`(isEncrypted: Bool) throws {
        let fixture = try StoreFixture(isEncrypted: isEncrypted)
        let name = try fixture.write([#"{"title":"Sea"}"#])
        let bytes = try fixture.bytes(name)
        #expect(bytes.count < 200)
        for index in bytes.indices {
            for bit in 0..<8 {
                var mutated = bytes
                mutated[index] ^= 1 << bit
                try fixture.plant(mutated, as: name)
                let error = fixture.problem(name)
                #expect(error != nil, "byte \(index), bit \(bit)")
                #expect(error?.description.contains("'\(fixture.path(name))'") == true)
            }
        }
        try fixture.plant(bytes, as: name)
        #expect(try fixture.read(name) == [#"{"title":"Sea"}"#])
    }

    @Test(arguments: [true, false]) func `a truncated or extended file is detected`(isEncrypted: Bool) throws {
        let fixture = try StoreFixture(isEncrypted: isEncrypted)
        let name = try fixture.write(["sea", "lake"])
        let bytes = try fixture.bytes(name)
        for count in bytes.indices {
            try fixture.plant(Array(bytes.prefix(count)), as: name)
            #expect(fixture.problem(name) == .damagedFile(path: fixture.path(name)), "\(count) bytes")
        }
        for more in [[0], [0x0A], bytes] {
            try fixture.plant(bytes + more, as: name)
            #expect(fixture.problem(name) == .damagedFile(path: fixture.path(name)))
        }
    }

    @Test(arguments: [true, false]) func `random bytes and mutations never read as lines`(isEncrypted: Bool) throws {
        let fixture = try StoreFixture(isEncrypted: isEncrypted)
        var numbers = SeededNumbers(seed: 7)
        let name = try fixture.write((0..<20).map { "line \($0)" })
        let bytes = try fixture.bytes(name)
        for round in 0..<300 {
            var mutated = bytes
            for _ in 0...Int.random(in: 0...3, using: &numbers) {
                let start = Int.random(in: 0..<mutated.count, using: &numbers)
                let end = Int.random(in: start...min(mutated.count, start + 40), using: &numbers)
                let piece = (0..<Int.random(in: 0...40, using: &numbers))
                    .map { _ in UInt8.random(in: .min ... .max, using: &numbers) }
                mutated.replaceSubrange(start..<end, with: piece)
            }
            guard mutated != bytes, !mutated.isEmpty else { continue }
            try fixture.plant(mutated, as: name)
            #expect(fixture.problem(name) != nil, "round \(round)")
        }
    }

    @Test(arguments: [true, false]) func `a file under another name, number or device is detected`(
        isEncrypted: Bool
    ) throws {
        let fixture = try StoreFixture(isEncrypted: isEncrypted)
        let name = try fixture.write(["sea"])
        let bytes = try fixture.bytes(name)
        let (device, random) = (name.device, name.random)
        for other in [
            StoreFileName(device: fixture.desktop, number: 1, random: random, kind: .segment),
            StoreFileName(device: device, number: 2, random: random, kind: .segment),
            StoreFileName(device: device, number: 1, random: random ^ 1, kind: .segment),
            StoreFileName(device: device, number: 1, random: random, kind: .base),
        ] {
            try fixture.plant(bytes, as: other)
            #expect(fixture.problem(other) == .renamedFile(path: fixture.path(other), written: name))
            // A forged header doesn't help.
            let header = bytes.prefix { $0 != 0x0A }
            let forged = String(decoding: header, as: UTF8.self)
                .replacingOccurrences(of: name.path.split(separator: "/")[2], with: other.path.split(separator: "/")[2])
                .replacingOccurrences(of: name.path.split(separator: "/")[1], with: other.path.split(separator: "/")[1])
            try fixture.plant(Array(forged.utf8) + bytes[header.count...], as: other)
            #expect(fixture.problem(other) == .damagedFile(path: fixture.path(other)))
        }
        #expect(try fixture.read(name) == ["sea"])
    }

    @Test func `two files that were swapped are both detected`() throws {
        let fixture = try StoreFixture()
        let (first, second) = try (fixture.write(["1"]), fixture.write(["2"], number: 2))
        let (one, two) = try (fixture.bytes(first), fixture.bytes(second))
        try fixture.plant(two, as: first)
        try fixture.plant(one, as: second)
        #expect(fixture.problem(first) == .renamedFile(path: fixture.path(first), written: second))
        #expect(fixture.problem(second) == .renamedFile(path: fixture.path(second), written: first))
    }

    @Test(arguments: [true, false]) func `a file of another store is detected`(isEncrypted: Bool) throws {
        let fixture = try StoreFixture(isEncrypted: isEncrypted)
        let other = try StoreFixture(isEncrypted: isEncrypted)
        let name = try other.write(["sea"])
        try fixture.plant(other.bytes(name), as: name)
        #expect(fixture.problem(name) == .foreignFile(path: fixture.path(name)))
        // The same store id doesn't help without its key.
        let text = String(decoding: try other.bytes(name).prefix(96), as: Unicode.ASCII.self)
        #expect(text.contains(other.store.id.text))
        if isEncrypted {
            let imposter = SyncStore(target: fixture.store.target, id: fixture.store.id, key: StoreKey())
            let planted = StoreFileName(device: fixture.desktop, number: 3, kind: .segment)
            try imposter.write(planted) { try $0.append("planted".utf8) }
            #expect(fixture.problem(planted) == .damagedFile(path: fixture.path(planted)))
        }
    }

    @Test func `an unencrypted file isn't accepted in an encrypted store`() throws {
        let fixture = try StoreFixture()
        let plain = SyncStore(target: fixture.store.target, id: fixture.store.id, key: nil)
        let name = StoreFileName(device: fixture.laptop, number: 1, kind: .segment)
        try plain.write(name) { try $0.append("planted".utf8) }
        #expect(fixture.problem(name) == .unsealedFile(path: fixture.path(name)))
        let sealed = try fixture.write(["sea"], number: 2)
        #expect(storeError { _ = try plain.lines(of: sealed) } == .damagedFile(path: fixture.path(sealed)))
    }

    @Test func `a file of a newer tagflow is refused`() throws {
        let fixture = try StoreFixture()
        let name = try fixture.write(["sea"])
        let bytes = try fixture.bytes(name)
        let mark = Array("tagflow-sync ".utf8)
        #expect(bytes.starts(with: mark))
        for format in ["2", "17"] {
            try fixture.plant(mark + Array(format.utf8) + bytes.dropFirst(mark.count + 1), as: name)
            #expect(fixture.problem(name) == .newerFormat(path: fixture.path(name)))
        }
        try fixture.plant(Array("tagflow-sync 2 a completely different header\n".utf8), as: name)
        #expect(fixture.problem(name) == .newerFormat(path: fixture.path(name)))
    }

    @Test func `a damaged file is skipped, and the others are read`() throws {
        let fixture = try StoreFixture()
        let names = try (1...3).map { try fixture.write(["\($0)"], number: $0) }
        try fixture.plant([1, 2, 3], as: names[1])
        let files = try fixture.store.list().files.map(\.name)
        #expect(files == names)
        #expect(files.compactMap { fixture.problem($0)?.kind } == [.damagedFile])
        #expect(try [names[0], names[2]].map { try fixture.read($0) } == [["1"], ["3"]])
    }

    @Test func `a file that its device has deleted meanwhile isn't an error`() throws {
        let fixture = try StoreFixture()
        let name = try fixture.write(["sea"])
        try fixture.store.delete(name, device: fixture.laptop)
        #expect(try fixture.read(name) == nil)
        try fixture.store.delete(name, device: fixture.laptop)
        #expect(try fixture.store.list().files == [])
        #expect(try fixture.read(StoreFileName(device: DeviceID(9), number: 1, kind: .base)) == nil)
    }

    @Test func `a device deletes no file of another`() throws {
        let fixture = try StoreFixture()
        let name = try fixture.write(["sea"], device: fixture.desktop)
        #expect(
            storeError { try fixture.store.delete(name, device: fixture.laptop) }
                == .otherDevice(path: fixture.path(name)))
        #expect(try fixture.read(name) == ["sea"])
    }

    // MARK: Limits

    @Test func `a decompression bomb is refused`() throws {
        let fixture = try StoreFixture(isEncrypted: false)
        // 6 MB of lines in 6 kB, written as a base, which may be that large, and as a segment, which may not.
        let base = StoreFileName(device: fixture.laptop, number: 1, kind: .base)
        let line = [UInt8](repeating: 0x20, count: 1_000_000)
        try fixture.store.write(base) { for _ in 0..<6 { try $0.append(line) } }
        #expect(try fixture.bytes(base).count < 10_000)
        #expect(try fixture.read(base)?.count == 6)
        let segment = StoreFileName(device: fixture.laptop, number: 2, kind: .segment)
        try fixture.plant(try Self.file(segment, of: fixture, line: line, count: 6), as: segment)
        #expect(fixture.problem(segment) == .tooLarge(path: fixture.path(segment)))
        let long = StoreFileName(device: fixture.laptop, number: 3, kind: .base)
        try fixture.plant(
            try Self.file(long, of: fixture, line: .init(repeating: 0x20, count: 5 << 20), count: 1), as: long)
        #expect(fixture.problem(long) == .tooLarge(path: fixture.path(long)))
    }

    @Test(arguments: ["sea", "", "a\nb"]) func `content without a last line feed is refused`(text: String) throws {
        let fixture = try StoreFixture(isEncrypted: false)
        let name = StoreFileName(device: fixture.laptop, number: 1, kind: .segment)
        try fixture.plant(Self.file(name, of: fixture, compressed: Self.compressed(Array(text.utf8))), as: name)
        #expect(fixture.problem(name) == (text.isEmpty ? nil : .damagedFile(path: fixture.path(name))))
    }

    @Test func `bytes that aren't one zlib stream are refused`() throws {
        let fixture = try StoreFixture(isEncrypted: false)
        let name = StoreFileName(device: fixture.laptop, number: 1, kind: .segment)
        let stream = try Self.compressed(Array("sea\n".utf8))
        for bytes in [[], [0], Array(stream.dropLast()), stream + [0], stream + stream, Array("sea\n".utf8)] {
            try fixture.plant(Self.file(name, of: fixture, compressed: bytes), as: name)
            #expect(fixture.problem(name) == .damagedFile(path: fixture.path(name)))
        }
        try fixture.plant(Self.file(name, of: fixture, compressed: stream), as: name)
        #expect(try fixture.read(name) == ["sea"])
    }

    @Test func `a file that is too large is refused before it is read`() throws {
        let fixture = try StoreFixture()
        let name = try fixture.write(["sea"])
        let handle = try #require(FileHandle(forWritingAtPath: fixture.path(name)))
        try handle.truncate(atOffset: 1 << 40)
        try handle.close()
        #expect(fixture.problem(name) == .tooLarge(path: fixture.path(name)))
    }

    @Test func `a segment or line that is too long isn't written`() throws {
        let fixture = try StoreFixture()
        let name = StoreFileName(device: fixture.laptop, number: 1, kind: .segment)
        let half = [UInt8](repeating: 0x20, count: 2 << 20)
        let error = storeError { _ = try fixture.store.write(name) { for _ in 0..<2 { try $0.append(half) } } }
        #expect(error == .tooLong(limit: 4 << 20))
        let line = [UInt8](repeating: 0x20, count: 4 << 20)
        #expect(storeError { _ = try fixture.store.write(name) { try $0.append(line) } } == .tooLong(limit: 4 << 20))
        #expect(fixture.entries == ["tagflow-sync.json"])
        var numbers = SeededNumbers(seed: 1)
        let random = (0..<(4 << 20) - 1).map { _ in UInt8.random(in: 11 ... .max, using: &numbers) }
        try fixture.store.write(name) { try $0.append(random) }
        var read: [UInt8] = []
        try fixture.store.read(name) { read = Array($0) }
        #expect(read == random)
    }

    /// An unencrypted file with lines that a writer without limits compressed.
    private static func file(
        _ name: StoreFileName, of fixture: StoreFixture, line: [UInt8], count: Int
    ) throws -> [UInt8] {
        file(name, of: fixture, compressed: try compressed(Array(repeatElement(line + [0x0A], count: count).joined())))
    }

    private static func file(_ name: StoreFileName, of fixture: StoreFixture, compressed: [UInt8]) -> [UInt8] {
        let parts = name.path.split(separator: "/")
        let header = Array("tagflow-sync 1 \(fixture.store.id.text) \(parts[1]) \(parts[2]) plain\n".utf8)
        return header + compressed + Array(SHA256.hash(data: header + compressed))
    }

    private static func compressed(_ bytes: [UInt8]) throws -> [UInt8] {
        var size = compressBound(UInt(bytes.count))
        var output = [UInt8](repeating: 0, count: Int(size))
        #expect(unsafe compress(&output, &size, bytes, UInt(bytes.count)) == Z_OK)
        return Array(output.prefix(Int(size)))
    }
}
