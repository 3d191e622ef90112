// This target ranks tags with pure functions over values, independently of any database.
//
// Each stage is a folder:
//
// - Search/ finds tags for a typed text by scanning their folded keys, which `PackedTexts` packs into one array. A `ByteSignature`
//   of each key rejects most keys without reading them, and `MatchableKey` compares the others. `SearchableTags` has all tags
//   of a database. Its `complete(_:limit:excluding:favoring:)` returns the best `Completion`s, each with its `MatchKind`:
//   matches of the `TypedText` or of a `TermQuery`, then misspelled keys, whose typos `TypoMatcher` weighs against use.
//   `TagFilter` returns all matches in a list by the same rules, in the order of `TagRanking`.
//   `NearestNames` suggests corrections of a misspelled name.
// - Together/ ranks tags by the given tags. `NextTags` reads a `CooccurrenceSource` and makes a `NextRanking`:
//   `LinearScores` from the counts, `LocalRegression` among the best candidates, and the votes of similar items
//   (`Neighbors`). Each result is a `NextTag` with the contribution of each given tag.
// - NewItem/ scores tags for an item. An `ItemQuestion` has the words of the item and the tags whose names are in it. `ItemScores` adds
//   up the estimate from similar items (`SimilarItems`: `NearItems` and `WideRegression`), the probability by name (`NameRecord`,
//   `NameRates`), and the support of `Companions`. For large collections, a `LinearTagModel` is trained by `LinearTrainer` from
//   `TrainingRows` and mixed in. An `ItemSource` has the counts.
// - Numbers/ solves small systems of linear equations with `CholeskyFactor`.
// - Ranking/ combines the results. `EvidenceScores` adds the estimates from given tags and from an item; `Mixing` mixes them with those
//   of a shared model, and `ImpliedFirst` puts the tags of rules and implications first. `SuggestionRanking` merges completions, scores
//   and use into one order of `RankedTag`s, each with its probability and its `Reason`s. `MatchRanges` finds the ranges to highlight.
// - Duplicates/ finds tags that look alike (`NearDuplicates`).

// Lines of other programs are ranked separately, in the order of fzf: a `LineFilter` (Search/) packs them into a `LineText`, and
// `LineScorer` scores the terms of a `LineQuery`.

// Types of TagCore in the interface of this library, so that clients don't need to import TagCore.
@_exported public import struct TagCore.Frecency
@_exported public import struct TagCore.PairCounts
