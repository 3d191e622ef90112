enum SuggestionsPlaceholder {}
