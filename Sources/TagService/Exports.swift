// Some types of the targets below are part of the service's own interface; who imports the service need not know those.
@_exported public import enum Suggestions.MatchRanges
@_exported public import struct Suggestions.NearestNames
@_exported public import struct Suggestions.TagFilter
@_exported public import enum TagStore.OpenDatabases
@_exported public import struct TagStore.RecoveredTable
@_exported public import struct TagStore.RecoveryReport
@_exported public import enum TagStore.StoreConcurrency
@_exported public import enum TagStore.StoreError
@_exported public import enum TagStore.StoreLocation
@_exported public import enum TagStore.StoreNotice
@_exported public import struct TagStore.SystemError
// What is printed passes the text library's door, also in the commands of the program that know nothing else of it.
@_exported public import struct TextMeasurement.PrintableText
