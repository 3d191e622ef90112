import Foundation
import Synchronization
import TestSupport
import Testing

@testable import PageFetching

/// Tests that nothing but public addresses is connected to, however the location is written and the name resolved.
@Suite struct AddressTests {
    @Test(arguments: [
        ("http://127.0.0.1/", AddressKind.loopback), ("http://127.1/", .loopback), ("http://2130706433/", .loopback),
        ("http://0x7f000001/", .loopback), ("http://0x7f.1/", .loopback), ("http://0177.0.0.1/", .loopback),
        ("http://017700000001/", .loopback), ("http://[::1]:8080/", .loopback), ("http://%31%32%37.0.0.1/", .loopback),
        ("http://localhost/", .loopback), ("http://LOCALHOST/", .loopback), ("http://a.localhost/", .loopback),
        ("https://127.0.0.1:8443/", .loopback), ("http://①②⑦.⓪.⓪.①/", .loopback), ("http://127。0。0。1/", .loopback),
        ("http://0/", .unspecified), ("http://0.0.0.0:8080/", .unspecified), ("http://10.1.2.3/", .privateUse),
        ("http://192.168.0.1/", .privateUse), ("http://0xc0a80001/", .privateUse), ("http://3232235521/", .privateUse),
        ("http://169.254.169.254/latest/meta-data/", .linkLocal), ("http://100.100.100.200/", .carrierGradeNAT),
        ("http://168.63.129.16/", .cloudMetadata), ("http://255.255.255.255/", .reserved),
        ("http://224.0.0.1/", .multicast), ("http://[::1]/", .loopback), ("http://[::]/", .unspecified),
        ("http://[::ffff:127.0.0.1]/", .embeddedIPv4), ("http://[::ffff:7f00:1]/", .embeddedIPv4),
        ("http://[::ffff:8.8.8.8]/", .embeddedIPv4), ("http://[::127.0.0.1]/", .embeddedIPv4),
        ("http://[0:0:0:0:0:ffff:10.0.0.1]:8080/", .embeddedIPv4), ("http://[64:ff9b::7f00:1]/", .nat64),
        ("http://[2002:7f00:1::]/", .relay6to4), ("http://[2001:0:7f00:1::]/", .teredo),
        ("http://[fe80::1]/", .linkLocal), ("http://[fe80::1%25lo]/", .linkLocal),
        ("http://[fd00:ec2::254]/", .privateUse), ("http://[fec0::1]/", .privateUse), ("http://[ff02::1]/", .multicast),
        ("http://[2001:db8::1]/", .documentation),
    ]) func `the public policy refuses an address in any notation`(location: String, kind: AddressKind) {
        let error = #expect(throws: PageFetchError.self) {
            try PageFetcher(policy: .publicAddresses, limits: .patient).fetch(location)
        }
        guard case .refusedAddress(_, kind) = error else {
            Issue.record("\(location): \(String(describing: error))")
            return
        }
    }

    @Test(arguments: ["127.0.0.2", "10.0.0.1", "[::1]", "2130706434", "[::ffff:7f00:1]"])
    func `a redirect to a refused address is refused`(host: String) throws {
        let server = try PageServer()
        for target in ["http://\(host):\(server.port)/page", "//\(host):\(server.port)/page"] {
            let error = #expect(throws: PageFetchError.self) { try server.fetch("/redirect?to=\(target)") }
            guard case .refusedAddress? = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
        }
        #expect(!(try server.fetch("/requests").text).split(separator: " ").contains("/page"))
    }

    @Test func `a name that resolves to another address later gains nothing`() throws {
        let server = try PageServer()
        let lookups = Mutex(0)
        let checked = Mutex([String]())
        var policy = ConnectionPolicy { address in
            checked.withLock { $0.append(address.description) }
            return ConnectionPolicy.local.refusal(address)
        }
        policy.addresses = { _ in
            lookups.withLock { count in
                count += 1
                return [count == 1 ? "127.0.0.1" : "10.0.0.1"]
            }
        }
        let location = server.url("/redirect?to=/page", host: "rebind.example")
        let error = #expect(throws: PageFetchError.self) {
            try PageFetcher(policy: policy, limits: .patient).fetch(location)
        }
        #expect(error == .refusedAddress(host: "rebind.example", .privateUse))
        // Each connection was checked with the address that it used.
        #expect(checked.withLock { $0 } == ["127.0.0.1", "10.0.0.1"])
        #expect(try server.fetch("/requests").text == "/redirect?to=/page")
    }

    @Test func `only the allowed addresses of a name are used`() throws {
        let server = try PageServer.shared()
        let checked = Mutex([String]())
        var policy = ConnectionPolicy { address in
            checked.withLock { $0.append(address.description) }
            return ConnectionPolicy.local.refusal(address)
        }
        policy.addresses = { _ in ["10.0.0.1", "169.254.169.254", "127.0.0.1"] }
        let page = try PageFetcher(policy: policy, limits: .patient).fetch(server.url("/page", host: "several.example"))
        #expect(page.title == "A page")
        #expect(checked.withLock { $0 } == ["10.0.0.1", "169.254.169.254", "127.0.0.1"])
        policy.addresses = { _ in ["10.0.0.1", "::ffff:127.0.0.1", "::1"] }
        let error = #expect(throws: PageFetchError.self) {
            try PageFetcher(policy: policy, limits: .patient).fetch(server.url("/page", host: "several.example"))
        }
        guard case .refusedAddress("several.example", _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func `proxies of the environment are ignored`() async {
        // A separate process, because other threads read the environment.
        await #expect(processExitsWith: .success) {
            for name in ["http_proxy", "https_proxy", "all_proxy", "ALL_PROXY"] {
                unsafe setenv(name, "http://127.0.0.1:9", 1)
            }
            let server = try PageServer()
            try #require(server.fetch("/page").title == "A page")
        }
    }
}
