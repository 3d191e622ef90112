// This target ranks tags with pure functions over values, independently of any database.
//
// Each stage is a folder. They search the sorted keys in Keys/:
//
// - Complete/ finds tags for a typed text. `CompletionIndex` holds `CompletionTag`s in a few
//   `CompletionSegment`s. `complete(_:limit:excluding:favoring:)` takes one `CompletionStep` after the other, from exact keys to
//   two edits, and returns `Completion`s, each with its `MatchKind`. `TypoTable` and `PrefixTypos` find misspelled keys,
//   `EditDistance` verifies them, and `TypoSearch` weighs the cost of their typos (`TypoDistance`) against use.
// - Stored/ writes an index as bytes, and uses it in place, such as in a mapped file.
// - Filter/ finds all tags of a list by the same kinds of matches, with misspelled names ordered by
//   number of edits. `TagFilter` scans the `PackedTexts` of the list, and `TagRanking` orders the
//   matches. `NearestNames` suggests corrections of a misspelled name.
// - Given/ ranks tags by the given tags. `NextTags` reads a `CooccurrenceSource` and makes a `NextRanking`:
//   `LinearScores` from the counts, `LocalRegression` among the best candidates, and the votes of similar items
//   (`Neighbors`). Each result is a `NextTag` with the contribution of each given tag.
// - Items/ scores tags for an item. An `ItemQuestion` has the words of the item and the tags whose names are in it. `ItemScores` adds
//   up the estimate from similar items (`SimilarItems`: `NearItems` and `WideRegression`), the probability by name (`NameRecord`,
//   `NameRates`), and the support of `Companions`. For large collections, a `LinearTagModel` is trained by `LinearTrainer` from
//   `TrainingRows` and mixed in. An `ItemSource` has the counts.
// - Numbers/ solves small systems of linear equations with `CholeskyFactor`.
// - Combine/ combines the results. `EvidenceScores` adds the estimates from given tags and from an item; `Mixing` mixes them with those
//   of a shared model. `SuggestionRanking` merges completions, scores and use into one order of `RankedTag`s, each with its `Reason`s. `MatchRanges` finds the ranges to highlight, and `NearDuplicates` finds tags that look alike.

// Lines of other programs are ranked separately, in the order of fzf: a `LineFilter` (Filter/) packs them into a `LineText`, and
// `LineScorer` scores the terms of a `LineQuery`.

// Types of TagCore in the interface of this library, so that clients don't need to import TagCore.
@_exported public import struct TagCore.Frecency
@_exported public import struct TagCore.PairCounts
