internal import Suggestions
internal import TagCore
internal import TagStore

extension StoredCounts {
    /// Returns what is asked about the item, with the words that were learned from the text of a saved item.
    func question(about evidence: Evidence) throws -> ItemQuestion? {
        guard let question = try evidence.item.question(to: self) else { return nil }
        let given = evidence.item
        guard let id = evidence.savedItem, given.text.isEmpty, let item = try reader.item(id: id),
            (item.title, item.location, item.note) == (given.title, given.location, given.note),
            try reader.storedWords(ofItem: id).contains(where: { $0.inText > 0 })
        else { return question }
        let countsAll = try selectionCount() >= ItemQuestion.itemsWithFunctionWords
        let words = try reader.weightedWords(ofItem: id, withFunctionWords: countsAll)
        let texts = try words.compactMap { word in
            try reader.words(numbered: [word.number]).first.map { (word.number, $0) }
        }
        let names = try reader.currentNames(ofItem: id)
            .compactMap { hit in try reader.tag(id: Int64(hit.tag)).map { (hit, $0.name) } }
        return question.adding(words: words, texts: Dictionary(texts) { first, _ in first }, names: names)
    }
}
