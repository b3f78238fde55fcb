import type { Pools } from './openPools.ts'
import type { Settings } from './readOptions.ts'

/** What the parts of the store need. */
export interface Needs {
  readonly pools: Pools
  readonly settings: Settings
}
