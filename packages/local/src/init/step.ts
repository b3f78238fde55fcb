/** What `telltale init` does with one file. Paths are relative to the project, with `/`. */
export type Step =
  | { readonly type: 'create'; readonly path: string; readonly text: string }
  | { readonly type: 'change'; readonly path: string; readonly before: string; readonly text: string }
  /** The file stays as it is. `reason` is a sentence. */
  | { readonly type: 'keep'; readonly path: string; readonly reason: string }

/** What `telltale init` will write, and the remaining steps as sentences or lines to paste. */
export interface Plan {
  readonly steps: readonly Step[]
  readonly advice: readonly string[]
  /** How to use what an earlier run wrote: the local services and the test. Shown where there is nothing to write. */
  readonly reminders: readonly string[]
}
