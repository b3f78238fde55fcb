import type { ServerFlag } from '../flags/serverFlag.ts'

/** A change of one flag in one environment. */
export interface ConsoleChange {
  readonly id: number
  /** Milliseconds since 1970. */
  readonly at: number
  /** `file`: somebody saved flags.json; `undo`: an earlier change was taken back from the console. */
  readonly who: 'console' | 'file' | 'undo'
  /** A client-side id. */
  readonly environment: string
  readonly key: string
  /** Absent when the flag was not there. */
  readonly before?: ServerFlag
  /** Absent when the flag was removed. */
  readonly after?: ServerFlag
  /** The change that this one takes back. */
  readonly undoes?: number
  /** Whether it can be taken back now: nothing later changed the flag. */
  readonly canUndo: boolean
}
