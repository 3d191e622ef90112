// Some types of the store are part of the service's own interface; with these, who imports the service need
// not know the store.
@_exported public import enum TagStore.OpenDatabases
@_exported public import struct TagStore.RecoveredTable
@_exported public import struct TagStore.RecoveryReport
@_exported public import enum TagStore.StoreConcurrency
@_exported public import enum TagStore.StoreError
@_exported public import enum TagStore.StoreLocation
@_exported public import enum TagStore.StoreNotice
// What is printed passes the text library's door, also in the commands of the program that know nothing else of it.
@_exported public import struct TextMeasurement.PrintableText
