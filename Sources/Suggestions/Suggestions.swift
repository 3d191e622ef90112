// Suggestions ranks tags: pure functions over values, which know no database.
//
// Stages, a folder each, above the sorted keys that they search (Keys/):
//
// - Complete/ finds tags for a typed text, among a million in microseconds. `CompletionIndex` holds `CompletionTag`s in a few
//   `CompletionSegment`s. `complete(_:limit:excluding:favouring:)` takes one `CompletionStep` after the other, from exact keys to
//   two edits, and returns `Completion`s, each with its `MatchKind`. `TypoTable` and `PrefixTypos` find misspelt keys,
//   `EditDistance` verifies them, and `TypoSearch` weighs the cost of their typos (`TypoDistance`) against use.
// - Stored/ writes an index as bytes, and uses it in place, such as in a mapped file.
// - Filter/ finds all tags of one list by the same kinds of matches, misspelled names in the order of their edits. `TagFilter` scans the `PackedTexts` of the list, and `TagRanking`
//   orders the matches. `NearestNames` suggests corrections of a misspelt name.
// - Next/ ranks tags by the selected tags. `NextTags` reads a `CooccurrenceSource` and makes a `NextRanking`:
//   `LinearScores` from the counts, `LocalRegression` among the best candidates, and the votes of similar items
//   (`Neighbours`). Each result is a `NextTag` with the contribution of each given tag.
// - Combine/ joins the answers. `SuggestionRanking` merges completions, next tags and use into one order of `Suggestion`s, each with
//   its reasons. `MatchRanges` finds the ranges to highlight, and `NearDuplicates` finds tags that look alike.

// Types of TagCore that the interface of this library shows; its users need not import TagCore.
@_exported public import enum TagCore.Feature
@_exported public import struct TagCore.Frecency
@_exported public import struct TagCore.PairCounts
