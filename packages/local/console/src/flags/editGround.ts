import type { ServerFlag } from '../../../src/flags/serverFlag.ts'
import type { LocalUser } from '../../../src/users/usersFile.ts'
import type { StepOrigin } from './targeting.ts'

/** The context of a flag's form: suggestions and highlighting. */
export interface EditGround {
  readonly users: readonly LocalUser[]
  /** The keys of the segments. */
  readonly segments: readonly string[]
  /** The other flags of the environment. */
  readonly flags: readonly ServerFlag[]
  /** What determined the value of the selected person: a step, or that the flag is off. */
  readonly decides: StepOrigin | { readonly type: 'off' } | undefined
}
