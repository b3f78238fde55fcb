/** What came of reading a text: a value, or sentences that say what is wrong with it. */
export type Parsed<T> =
  { readonly outcome: 'ok'; readonly value: T } | { readonly outcome: 'invalid'; readonly problems: readonly string[] }

export function invalid(...problems: readonly string[]): {
  readonly outcome: 'invalid'
  readonly problems: readonly string[]
} {
  return { outcome: 'invalid', problems }
}
