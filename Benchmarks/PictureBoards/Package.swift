// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "PicturesBenchmark", platforms: [.macOS(.v15)],
    dependencies: [.package(name: "tagflow", path: "../..", traits: [])],
    targets: [
        .executableTarget(
            name: "PicturesBenchmark",
            dependencies: [
                .product(name: "ChipRendering", package: "tagflow"), .product(name: "TagService", package: "tagflow"),
            ], swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error), .strictMemorySafety()])
    ])
