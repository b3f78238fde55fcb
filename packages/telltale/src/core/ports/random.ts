export interface Random {
  /** In [0, 1). */
  number(): number
  bytes(count: number): Uint8Array
}
