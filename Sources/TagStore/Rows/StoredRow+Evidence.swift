import Foundation
internal import TagCore

/// Columns with the evidence of items.
extension StoredRow {
    /// Reads two columns with the first word of a row of counts and its counts.
    func wordCounts(_ index: Int) throws -> WordCounts {
        let first: Int64 = try self[index, StoredRange.feature]
        guard let row = WordCounts(firstWord: UInt32(clamping: first), data: try self[index + 1]) else {
            throw error(at: index + 1, "isn't a row of counts")
        }
        return row
    }

    /// Reads two columns with the first item of a row of postings and its items.
    func postingChunk(_ index: Int) throws -> PostingChunk {
        let first: Int64 = try self[index, StoredRange.id]
        guard let chunk = PostingChunk(first: first, data: try self[index + 1]) else {
            throw error(at: index + 1, "isn't a list of items in ascending order")
        }
        return chunk
    }

    /// Reads a column with the words of an item.
    func storedWords(_ index: Int) throws -> [StoredWord] {
        guard let words = [StoredWord](data: try self[index]) else {
            throw error(at: index, "isn't a list of words in ascending order")
        }
        return words
    }

    /// Reads three columns with the evidence of an item.
    func evidence(_ index: Int) throws -> StoredEvidence {
        var evidence = StoredEvidence()
        evidence.textWords = try storedWords(index).filter { $0.inText > 0 }
            .map { StoredWord(number: $0.number, inFields: 0, inText: $0.inText) }
        evidence.fieldNames = try nameHits(index + 1)
        evidence.textNames = try nameHits(index + 2)
        return evidence
    }

    private func nameHits(_ index: Int) throws -> [NameSearch.Hit] {
        guard let hits = [NameSearch.Hit](data: try self[index]) else {
            throw error(at: index, "isn't a list of tags in ascending order")
        }
        return hits
    }

    /// Reads two columns with the first item of a row of tags and its lists.
    func tagList(_ index: Int) throws -> TagList {
        let first: Int64 = try self[index, StoredRange.id]
        guard let list = TagList(first: first, data: try self[index + 1]) else {
            throw error(at: index + 1, "isn't a list of items with tags")
        }
        return list
    }
}
