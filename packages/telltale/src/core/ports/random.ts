export interface Random {
  /** In [0, 1). */
  number(): number
  /** A UUID version 4. */
  uuid(): string
}
