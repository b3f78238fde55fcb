import { ownStorage } from '../ownStorage.ts'
import { askedPerson } from './askedPerson.ts'
import { askedTokens } from './askedTokens.ts'
import { createSession } from './createSession.ts'
import { impersonate } from './impersonate.ts'
import { fetchSampleUsers as fetchUsers } from './sampleUsers.ts'

const asked = askedPerson(window)

export const session = await createSession({
  storage: ownStorage,
  fetchUsers,
  asked: asked && (await askedTokens(asked, { fetchUsers, impersonate })),
})
