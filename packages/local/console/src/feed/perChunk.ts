/** A function that remembers its results by chunk, as long as there is the chunk. */
export interface PerChunk<Chunk extends object, Result> {
  (chunk: Chunk): Result
  knows(chunk: Chunk): boolean
}

export function perChunk<Chunk extends object, Result>(of: (chunk: Chunk) => Result): PerChunk<Chunk, Result> {
  const results = new WeakMap<Chunk, { readonly result: Result }>()
  const resultOf = (chunk: Chunk) => {
    const known = results.get(chunk) ?? { result: of(chunk) }
    results.set(chunk, known)
    return known.result
  }
  return Object.assign(resultOf, { knows: (chunk: Chunk) => results.has(chunk) })
}
