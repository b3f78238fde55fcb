import type { Edit } from 'jsonc-parser'
import type { Node, SourceFile } from 'ts-morph'
import type { KnownFlag } from './flagNames.ts'

/** What a codemod knows besides the sources. */
export interface CodemodContext {
  /** The flags of the project's flags.json, if there is one. */
  readonly flags: readonly KnownFlag[]
  /** The path of the module that exports `telltale`. */
  readonly layer: string
  /** Whether the file may be changed. The others are read, because they may share a client with it. */
  readonly isChosen: (file: SourceFile) => boolean
}

/** A call that is not moved. `reason` is a sentence. */
export interface UnmovedCall {
  readonly node: Node
  readonly reason: string
}

/** What a codemod does with all sources. */
export interface Findings {
  readonly edits: ReadonlyMap<SourceFile, readonly Edit[]>
  readonly left: readonly UnmovedCall[]
}

export type Codemod = (sources: readonly SourceFile[], context: CodemodContext) => Findings
