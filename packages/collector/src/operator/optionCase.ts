import type { OperatedCollector } from './operatedCollector.ts'
import type { Sender } from './sender.ts'

/** A collector that has one option. */
export interface Run {
  readonly collector: OperatedCollector
  readonly sender: Sender
  /** A path in a folder of this run alone. */
  readonly path: (name: string) => string
  /** The file of the store. */
  readonly file: string
}

export interface OptionCase {
  /** Its long name, without the dashes. */
  readonly name: string
  /** What it is set to. Files that it names are there. */
  readonly value: string | number | boolean | readonly string[]
  /** What the collector needs beside it. */
  readonly beside?: readonly string[]
  /** A value that ends the start, for those whose effect is not looked at here. */
  readonly wrong?: string
  /** Expects what an operator sees of the option, and would not see without it. */
  readonly expects: (run: Run) => Promise<void>
}
