import type { ServerFlag } from '../../../src/flags/serverFlag.ts'
import type { LocalUser } from '../../../src/users/usersFile.ts'
import type { StepOrigin } from './targeting.ts'

/** What the fields of a flag suggest and mark. */
export interface EditGround {
  readonly users: readonly LocalUser[]
  /** Keys. */
  readonly segments: readonly string[]
  /** The other flags of the environment. */
  readonly flags: readonly ServerFlag[]
  /** What decided for the person who is looked at: a step, or that the flag is off. */
  readonly decides: StepOrigin | { readonly type: 'off' } | undefined
}
