// Suggests tags for a new item from its title, location, note and text.
//
// The stages, in order:
//
// - `ItemWords` splits the parts of an item into words and weights them. `LocationWords` does this for locations.
// - `NameSearch` looks up runs of words in a `NameIndex` such as `TagNames`. The result is the best `NamePlace` of each
//   tag found. `NameRates` counts how often names in each place are right, and a tag's `NameRecord` how
//   often its name is; together they give the probability N.
// - `SimilarItems` reads the postings of the item's words from an `ItemSource` and computes R with two ridge
//   regressions: one over the most similar items (`NearItems`), one over all items read (`WideRegression`). Both use
//   `CholeskyFactor`.
// - `Companions` computes C, the support for tags that co-occur with the tags that were found by name.
// - `LinearTagModel` holds one linear model per tag for large collections. `LinearTrainer` trains it from
//   `TrainingRows`.
// - `ItemScores` adds N, R and C, mixes in the linear model, adds the estimate from given tags, and orders the tags.
