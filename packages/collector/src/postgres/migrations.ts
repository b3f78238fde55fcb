import { consentRetention } from './migrations/consentRetention.ts'
import { exactCohorts } from './migrations/exactCohorts.ts'
import { exposures } from './migrations/exposures.ts'
import { firstTables } from './migrations/firstTables.ts'
import { flagSets } from './migrations/flagSets.ts'
import { keptConsents } from './migrations/keptConsents.ts'
import { lossSums } from './migrations/lossSums.ts'
import { pendingSubjects } from './migrations/pendingSubjects.ts'
import { retention } from './migrations/retention.ts'
import { saltBytes } from './migrations/saltBytes.ts'
import { sinkOffsets } from './migrations/sinkOffsets.ts'

/** The SQL texts that make the tables, from the first. One that was released never changes. `schema` is quoted. */
export const migrations: readonly ((schema: string) => string)[] = [
  firstTables,
  sinkOffsets,
  retention,
  lossSums,
  exactCohorts,
  pendingSubjects,
  flagSets,
  saltBytes,
  exposures,
  consentRetention,
  keptConsents,
]
