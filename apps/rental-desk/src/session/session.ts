import { createSession } from './createSession.ts'
import { fetchSampleUsers } from './sampleUsers.ts'

/** Whose token this desk uses. */
export const session = await createSession({ storage: localStorage, fetchUsers: fetchSampleUsers })
