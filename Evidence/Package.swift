// swift-tools-version: 6.3
import PackageDescription

/// The compiler settings of every target, as in the main package.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
]

// Copied/ holds files of the main package, unchanged except that `LabelWords.forEachWord` is `package`.
// Everything in Sources/Suggestions/Items is new.
let package = Package(
    name: "core",
    targets: [
        .systemLibrary(name: "CUtf8proc", path: "Copied/CUtf8proc"),
        .target(
            name: "TagCore",
            dependencies: ["CUtf8proc"],
            path: "Copied/TagCore",
            swiftSettings: strict
        ),
        .target(name: "Suggestions", dependencies: ["TagCore"], swiftSettings: strict),
        .target(name: "MemoryItems", dependencies: ["Suggestions", "TagCore"], swiftSettings: strict),
        .executableTarget(
            name: "evaluate",
            dependencies: ["MemoryItems", "Suggestions", "TagCore"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "SuggestionsTests",
            dependencies: ["MemoryItems", "Suggestions", "TagCore"],
            swiftSettings: strict
        ),
    ]
)
