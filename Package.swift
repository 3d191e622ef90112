// swift-tools-version: 6.3
import PackageDescription

/// The compiler settings of every target; see CONTRIBUTING.md.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6), .treatAllWarnings(as: .error), .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"), .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"), .enableUpcomingFeature("ImmutableWeakCaptures"),
]

/// Whether another package uses this one, at a version: to choose it, its manifest is read without a folder.
let isDependency = Context.packageDirectory == "/" || Context.packageDirectory.contains("/checkouts/")

extension Target.Dependency {
    /// A product that only the server needs; who uses the libraries fetches nothing of it.
    static func server(_ name: String, in package: String) -> Self {
        .product(name: name, package: package, condition: .when(traits: ["Server"]))
    }
}

let package = Package(
    name: "tagflow", platforms: [.macOS(.v15)],
    products: [
        .library(name: "FlowEngine", targets: ["FlowEngine"]), .library(name: "Suggestions", targets: ["Suggestions"]),
        .library(name: "TagService", targets: ["TagService"]),
        .library(name: "ChipRendering", targets: ["ChipRendering"]), .executable(name: "tagflow", targets: ["tagflow"]),
        .executable(name: "tagflow-server", targets: ["tagflow-server"]),
    ],
    traits: [
        .default(enabledTraits: isDependency ? [] : ["Server"]),
        .trait(name: "Server", description: "The HTTP service and its dependencies."),
    ],
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    ],
    targets: [
        .systemLibrary(name: "CUtf8proc", providers: [.apt(["libutf8proc-dev"])]), .target(name: "CPango"),
        .target(name: "CPage"), .target(name: "CLicenses"), .systemLibrary(name: "CMalloc"),
        .systemLibrary(name: "CXattr"), .systemLibrary(name: "CStatfs"),
        .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
        .target(
            name: "Migrations", path: "Migrations",
            resources: [
                .embedInCode("0001_initial.sql"), .embedInCode("0002_imports_of_many_tags.sql"),
                .embedInCode("0003_tag_changes.sql"), .embedInCode("0004_undo_in_parts.sql"),
                .embedInCode("0005_pairs_of_large_selections.sql"),
                .embedInCode("0006_history_by_time_and_distinct_tags.sql"), .embedInCode("0007_undo_by_size.sql"),
                .embedInCode("0008_http_service.sql"), .embedInCode("0009_lessons_and_base.sql"),
                .embedInCode("0010_implications.sql"), .embedInCode("0011_sources.sql"),
                .embedInCode("0012_sets_of_commits.sql"), .embedInCode("0013_tokens_limited_to_sets.sql"),
                .embedInCode("0014_idempotency_keys.sql"), .embedInCode("0015_items.sql"),
                .embedInCode("0016_items_with_notes.sql"), .embedInCode("0017_evidence_of_items.sql"),
                .embedInCode("0018_dismissed_tags.sql"), .embedInCode("0019_rules_and_webhooks.sql"),
                .embedInCode("0020_one_index_of_keys.sql"), .embedInCode("0021_bookmarks.sql"),
                .embedInCode("0022_items_of_commits.sql"), .embedInCode("0023_locations_with_fragments.sql"),
                .embedInCode("0024_undo_of_files.sql"), .embedInCode("0025_daily_sets.sql"),
                .embedInCode("0026_counts_by_set.sql"), .embedInCode("0027_new_names.sql"),
                .embedInCode("0028_calibration_of_items.sql"), .embedInCode("0029_interrupted_undo_of_files.sql"),
                .embedInCode("0030_shared_views.sql"), .embedInCode("0031_tag_details.sql"),
                .embedInCode("0032_tag_groups.sql"), .embedInCode("0033_reviewed_items.sql"),
                .embedInCode("0034_link_checks.sql"), .embedInCode("0035_sync.sql"),
                .embedInCode("0036_tokens_for_sync.sql"), .embedInCode("0037_connections.sql"),
                .embedInCode("0038_devices_of_connections.sql"), .embedInCode("0039_tags_by_ai.sql"),
                .embedInCode("0040_arrival_of_items.sql"), .embedInCode("0041_fields_of_touched_rows.sql"),
                .embedInCode("0042_undo_by_registers.sql"), .embedInCode("schema.sql"),
            ], swiftSettings: strict), .target(name: "FlowEngine", swiftSettings: strict),
        .target(name: "TextMeasurement", dependencies: ["CPango", "CUtf8proc"], swiftSettings: strict),
        .target(name: "Terminal", dependencies: ["TagCore"], swiftSettings: strict),
        .target(name: "JSON", dependencies: ["TagCore", "TextMeasurement"], swiftSettings: strict),
        .target(name: "TagCore", dependencies: ["CUtf8proc"], swiftSettings: strict),
        .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
        .target(
            name: "Sync",
            dependencies: [
                "CZlib", "TagCore", .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ], swiftSettings: strict),
        .target(
            name: "TagStore",
            dependencies: [
                "CSQLite", "CStatfs", "CXattr", "Migrations", "Sync", "TagCore",
                .product(name: "GRDB", package: "GRDB.swift"),
            ], swiftSettings: strict), .target(name: "Suggestions", dependencies: ["TagCore"], swiftSettings: strict),
        .target(
            name: "TagService",
            dependencies: [
                "CXattr", "FlowEngine", "JSON", "Suggestions", "Sync", "TagCore", "TagStore", "TextMeasurement",
                .product(name: "Crypto", package: "swift-crypto"), .product(name: "Logging", package: "swift-log"),
            ], swiftSettings: strict),
        .target(
            name: "ChipRendering", dependencies: ["CPango", "TagCore", "TagService", "FlowEngine", "TextMeasurement"],
            swiftSettings: strict),
        .systemLibrary(name: "CLibXML2Headers", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
        .target(name: "CLibXML2", dependencies: ["CLibXML2Headers"]),
        .target(name: "HTMLParsing", dependencies: ["CLibXML2", "TagCore"], swiftSettings: strict),
        .target(
            name: "TaggedFiles",
            dependencies: [
                "HTMLParsing", "JSON", "TagCore", "TagService", "TextMeasurement",
                .product(name: "Yams", package: "Yams"),
            ], swiftSettings: strict), .target(name: "CCurl"),
        .target(
            name: "PageFetching", dependencies: ["CCurl", "HTMLParsing", "Sync", "TagCore", "TextMeasurement"],
            swiftSettings: strict,
            // In other systems, the C library has it.
            linkerSettings: [.linkedLibrary("iconv", .when(platforms: [.macOS]))]),
        .target(
            name: "Connections", dependencies: ["JSON", "PageFetching", "TagCore", "TagService", "TextMeasurement"],
            swiftSettings: strict),
        .target(
            name: "AssistantServer", dependencies: ["JSON", "TagService", "TextMeasurement"], swiftSettings: strict),
        .target(
            name: "LanguageServer", dependencies: ["JSON", "TagCore", "TagService", "TaggedFiles", "TextMeasurement"],
            swiftSettings: strict),
        .target(
            name: "TerminalFrontEnd",
            dependencies: ["Terminal", "ChipRendering", "FlowEngine", "TagCore", "TagService", "TextMeasurement"],
            swiftSettings: strict),
        .executableTarget(
            name: "tagflow",
            dependencies: [
                "AssistantServer", "CLicenses", "Connections", "HTMLParsing", "LanguageServer", "TerminalFrontEnd",
                "ChipRendering", "PageFetching", "Sync", "TaggedFiles", "TagCore", "TagService", "FlowEngine", "JSON",
                "TextMeasurement", .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ], swiftSettings: strict),
        .target(
            name: "HTTPService",
            dependencies: [
                "CMalloc", "CPage", "CZlib", "ChipRendering", "Connections", "FlowEngine", "JSON", "PageFetching",
                "Sync", "TagCore", "TagService", "TextMeasurement",
                .product(name: "DequeModule", package: "swift-collections"),
                .server("HTTPTypes", in: "swift-http-types"), .server("Hummingbird", in: "hummingbird"),
                .server("HummingbirdCore", in: "hummingbird"), .product(name: "Logging", package: "swift-log"),
                .server("NIOCore", in: "swift-nio"), .server("NIOExtras", in: "swift-nio-extras"),
                .server("NIOHTTP1", in: "swift-nio"), .server("NIOHTTPTypes", in: "swift-nio-extras"),
                .server("NIOHTTPTypesHTTP1", in: "swift-nio-extras"), .server("NIOPosix", in: "swift-nio"),
                .server("ServiceLifecycle", in: "swift-service-lifecycle"),
            ],
            // CPage embeds the files of the page.
            exclude: ["Page"], swiftSettings: strict),
        .executableTarget(
            name: "tagflow-server",
            dependencies: [
                "HTTPService", "PageFetching", "TagService", "TextMeasurement",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .server("ServiceLifecycle", in: "swift-service-lifecycle"),
                .server("UnixSignals", in: "swift-service-lifecycle"),
            ], swiftSettings: strict),
        .testTarget(
            name: "AssistantServerTests",
            dependencies: ["AssistantServer", "JSON", "TagService", "TestSupport", "tagflow"], swiftSettings: strict),
        .testTarget(
            name: "LanguageServerTests",
            dependencies: ["JSON", "LanguageServer", "TagService", "TestSupport", "tagflow"], swiftSettings: strict),
        .testTarget(
            name: "JSONTests", dependencies: ["JSON", "TextMeasurement", "TestSupport"], swiftSettings: strict),
        .testTarget(name: "FlowEngineTests", dependencies: ["FlowEngine", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "ChipRenderingTests",
            dependencies: ["ChipRendering", "TagService", "FlowEngine", "TextMeasurement", "CPango", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "TextMeasurementTests", dependencies: ["TextMeasurement", "TestSupport"], swiftSettings: strict),
        .executableTarget(
            name: "TerminalProbe", dependencies: ["Terminal"], path: "Tests/TerminalProbe", swiftSettings: strict),
        .target(
            name: "TerminalSimulation", dependencies: ["Terminal"], path: "Tests/TerminalSimulation",
            swiftSettings: strict),
        .testTarget(
            name: "TerminalTests", dependencies: ["Terminal", "TerminalProbe", "TerminalSimulation", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "HTTPServiceTests",
            dependencies: [
                "HTTPService", "PageFetching", "TagService", "TestSupport", "tagflow", "tagflow-server",
                .server("HTTPTypes", in: "swift-http-types"), .server("NIOCore", in: "swift-nio"),
                .server("NIOEmbedded", in: "swift-nio"), .server("NIOHTTPTypes", in: "swift-nio-extras"),
            ], swiftSettings: strict), .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: strict),
        .testTarget(name: "TagCoreTests", dependencies: ["TagCore", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "TagStoreTests",
            dependencies: [
                "Sync", "TagStore", "TagCore", "Migrations", "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
            ], swiftSettings: strict),
        .testTarget(
            name: "TagServiceTests",
            dependencies: [
                "Sync", "TagService", "TagStore", "FlowEngine", "TagCore", "TextMeasurement", "TestSupport",
            ], swiftSettings: strict),
        .testTarget(
            name: "TerminalFrontEndTests",
            dependencies: [
                "ChipRendering", "FlowEngine", "TagService", "Terminal", "TerminalFrontEnd", "TerminalSimulation",
                "TestSupport", "TextMeasurement",
            ], swiftSettings: strict),
        .testTarget(
            name: "TaggedFilesTests", dependencies: ["TaggedFiles", "TagService", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "TagflowTests", dependencies: ["PageFetching", "Sync", "TagService", "tagflow", "TestSupport"],
            swiftSettings: strict),
        .testTarget(name: "PageFetchingTests", dependencies: ["PageFetching", "TestSupport"], swiftSettings: strict),
        .executableTarget(name: "SyncProbe", dependencies: ["Sync"], path: "Tests/SyncProbe", swiftSettings: strict),
        .testTarget(
            name: "SyncTests",
            dependencies: [
                "CZlib", "Sync", "SyncProbe", "TagCore", "TagService", "TagStore", "TestSupport",
                .product(name: "Crypto", package: "swift-crypto"),
            ], swiftSettings: strict),
        .testTarget(
            name: "SuggestionsTests", dependencies: ["Suggestions", "TagCore", "TestSupport"], swiftSettings: strict),
    ])
