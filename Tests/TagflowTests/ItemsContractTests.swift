import TestSupport
import Testing

/// The contract of items, checked from outside by Tests/Scripts/items_contract.
@Suite struct ItemsContractTests {
    @Test(.enabled(if: ContractScript.python.isInstalled, "\(ContractScript.python.comment)"))
    func `every rule of the contract of items holds`() throws {
        try ContractScript.expect("items_contract", rules: 150)
    }
}
