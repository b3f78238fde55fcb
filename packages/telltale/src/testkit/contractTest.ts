/** One check of a contract. `run` rejects with a sentence that says what is wrong. */
export interface ContractTest {
  readonly name: string
  run(): Promise<void>
}
