// swift-tools-version: 6.3
import Foundation
import PackageDescription

// Fuzz targets for libFuzzer. A separate package, so that the product doesn't depend on it; `Sources/Product`
// holds links to the product's targets, which are compiled again with libFuzzer's instrumentation.

/// The settings that change the meaning of the product's code; its own build checks strictness.
let product: [SwiftSetting] = [
    .swiftLanguageMode(.v6), .strictMemorySafety(), .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InferIsolatedConformances"), .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
]
/// Counts the edges that an input passes.
let observed = product + [.unsafeFlags(["-sanitize=fuzzer"])]

/// Every migration that the product has.
let migrations = try FileManager.default
    .contentsOfDirectory(atPath: Context.packageDirectory + "/Sources/Product/Migrations")
    .filter { $0.hasSuffix(".sql") }.sorted()

let package = Package(
    name: "Fuzz", platforms: [.macOS(.v15)],
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    ],
    targets: [
        .systemLibrary(name: "CUtf8proc", path: "Sources/Product/CUtf8proc"),
        .target(name: "CPango", path: "Sources/Product/CPango"),
        .target(
            name: "Migrations", path: "Sources/Product/Migrations", resources: migrations.map { .embedInCode($0) },
            swiftSettings: product),
        .target(name: "FlowEngine", path: "Sources/Product/FlowEngine", swiftSettings: observed),
        .target(
            name: "TextMeasurement", dependencies: ["CPango", "CUtf8proc"], path: "Sources/Product/TextMeasurement",
            swiftSettings: product),
        .target(name: "Terminal", path: "Sources/Product/Terminal", swiftSettings: observed),
        .target(name: "TagCore", dependencies: ["CUtf8proc"], path: "Sources/Product/TagCore", swiftSettings: product),
        .target(
            name: "TagStore", dependencies: ["Migrations", "TagCore", .product(name: "GRDB", package: "GRDB.swift")],
            path: "Sources/Product/TagStore", swiftSettings: product),
        .target(
            name: "Suggestions", dependencies: ["TagCore", .product(name: "HeapModule", package: "swift-collections")],
            path: "Sources/Product/Suggestions", swiftSettings: product),
        .target(
            name: "TagService",
            dependencies: [
                "FlowEngine", "Suggestions", "TagCore", "TagStore", "TextMeasurement",
                .product(name: "Logging", package: "swift-log"),
            ], path: "Sources/Product/TagService", swiftSettings: observed), .target(name: "CLibFuzzer"),
        .executableTarget(
            name: "Fuzz", dependencies: ["CLibFuzzer", "FlowEngine", "Terminal", "TagService"], swiftSettings: product),
    ])
