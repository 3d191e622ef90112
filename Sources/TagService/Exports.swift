@_exported public import struct Suggestions.LineFilter
// Types of lower targets that are part of the service's interface, so that clients need to import only TagService.
@_exported public import enum Suggestions.MatchRanges
@_exported public import struct Suggestions.NearestNames
@_exported public import struct Suggestions.TagFilter
@_exported public import struct TagStore.ChangedItem
@_exported public import struct TagStore.FileReplacement
@_exported public import enum TagStore.ModelError
@_exported public import enum TagStore.OpenDatabases
@_exported public import struct TagStore.RecoveredTable
@_exported public import struct TagStore.RecoveryReport
@_exported public import enum TagStore.StoreConcurrency
@_exported public import enum TagStore.StoreError
@_exported public import enum TagStore.StoreLocation
@_exported public import enum TagStore.StoreNotice
@_exported public import struct TagStore.SystemError
// Commands need only `PrintableText` from TextMeasurement.
@_exported public import struct TextMeasurement.PrintableText
