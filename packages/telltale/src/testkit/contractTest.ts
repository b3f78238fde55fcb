/** One check of a contract, for any test runner. */
export interface ContractTest {
  /** The title of the test. */
  readonly name: string
  /** Rejects with a sentence that says what is wrong. */
  run(): Promise<void>
}
