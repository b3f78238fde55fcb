import type { ServerFlag } from '../flags/serverFlag.ts'

/** A change of one flag in one environment. */
export interface ConsoleChange {
  readonly id: number
  /** Milliseconds since 1970. */
  readonly at: number
  /** `file`: flags.json was saved in an editor. `undo`: an earlier change was undone in the console. */
  readonly who: 'console' | 'file' | 'undo'
  /** A client-side id. */
  readonly environment: string
  readonly key: string
  /** Absent if the flag did not exist. */
  readonly before?: ServerFlag
  /** Absent if the flag was removed. */
  readonly after?: ServerFlag
  /** The change that this one undoes. */
  readonly undoes?: number
  /** Whether it can be undone now: not if the flag was changed later. */
  readonly canUndo: boolean
}
