import TestSupport
import Testing

/// The contract of sync, checked from outside by Tests/Scripts/sync_contract.py.
@Suite struct SyncContractTests {
    @Test(.enabled(if: ContractScript.python.isInstalled, "\(ContractScript.python.comment)"))
    func `every rule of the contract of sync holds`() throws {
        try ContractScript.expect("sync_contract.py", rules: 28)
    }
}
