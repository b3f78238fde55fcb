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
  /** A sentence with the address of the local services, if the project has it in a file of variables. */
  readonly services?: string
}
