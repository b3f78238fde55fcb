import { Hono } from 'hono'
import type { PeopleEdits } from '../editing/peopleEdits.ts'
import { isRecord } from '../json/isRecord.ts'
import { crossOriginPeople } from '../server/crossOrigin.ts'
import { sameOrigin } from '../server/guard.ts'
import { readJson } from '../server/readBody.ts'
import { authenticate } from '../users/authenticate.ts'
import { impersonationToken, findUser } from '../users/impersonation.ts'
import type { LocalUser } from '../users/usersFile.ts'
import { answer, readEditRequest } from './flagEditRoutes.ts'

/** Bytes. */
const MAX_IDENTITY_BYTES = 64 * 1024

export interface People {
  readonly users: () => readonly LocalUser[]
  readonly edits: PeopleEdits
}

/** The users who can sign in, and the console's commands for them. */
export function createPeopleRoutes({ users, edits }: People): Hono {
  const app = new Hono()

  app.use('/local/*', crossOriginPeople)
  app.get('/local/users', (c) => {
    c.header('cache-control', 'no-store')
    return c.json(users())
  })
  // The user of the token in the header impersonates another user.
  app.post('/local/impersonate', async (c) => {
    const asked = await readJson(c.req.raw, MAX_IDENTITY_BYTES)
    if (asked.outcome === 'refused') return c.json({ message: asked.message }, asked.status)
    const headers = { authorization: c.req.header('authorization'), idToken: c.req.header('idtoken') }
    const who = authenticate(users(), undefined, headers)
    if (who.outcome === 'refused') return c.json({ message: who.message }, 401)
    const { id } = isRecord(asked.value) ? asked.value : {}
    return c.json(...impersonation(users(), who.user, id))
  })

  app.post('/console/people', sameOrigin, async (c) => {
    const identity = await readJson(c.req.raw, MAX_IDENTITY_BYTES)
    if (identity.outcome === 'refused') return c.json({ message: identity.message }, identity.status)
    const added = await edits.add(identity.value)
    return added.outcome === 'ok' ? c.json({ user: added.value }, 201) : answer(c, added, () => ({}))
  })
  app.put('/console/people/:id', sameOrigin, async (c) => {
    const identity = await readJson(c.req.raw, MAX_IDENTITY_BYTES)
    if (identity.outcome === 'refused') return c.json({ message: identity.message }, identity.status)
    return answer(c, await edits.put(c.req.param('id'), readEditRequest(identity.value, 'identity')), (user) => ({
      user,
    }))
  })
  app.delete('/console/people/:id', sameOrigin, async (c) =>
    answer(c, await edits.remove(c.req.param('id')), () => ({})),
  )
  app.post('/console/people/:id/impersonate', sameOrigin, async (c) => {
    const asked = await readJson(c.req.raw, MAX_IDENTITY_BYTES)
    if (asked.outcome === 'refused') return c.json({ message: asked.message }, asked.status)
    const by = isRecord(asked.value) ? asked.value['by'] : undefined
    const impersonator = typeof by === 'string' ? findUser(users(), by) : undefined
    if (impersonator === undefined) return c.json({ message: '"by" must be the unique identity of a user.' }, 404)
    return c.json(...impersonation(users(), impersonator, c.req.param('id')))
  })

  return app
}

function impersonation(
  users: readonly LocalUser[],
  impersonator: LocalUser,
  id: unknown,
): [{ token: string } | { message: string }, 200 | 400 | 404] {
  const customer = typeof id === 'string' ? findUser(users, id) : undefined
  if (customer === undefined) return [{ message: `No user has the unique identity ${JSON.stringify(id)}.` }, 404]
  if (customer.identity.unique_identity === impersonator.identity.unique_identity)
    return [{ message: 'A user cannot impersonate themselves.' }, 400]
  if (impersonator.identity['mimic_user'] !== undefined)
    return [{ message: 'A user who is impersonating must end that first.' }, 400]
  return [{ token: impersonationToken(impersonator, customer) }, 200]
}
