import { Hono, type Context } from 'hono'
import type { FaultGate } from '../faults/faultGate.ts'
import { crossOriginIdentity } from '../server/crossOrigin.ts'
import { authenticate } from '../users/authenticate.ts'
import type { LocalUser } from '../users/usersFile.ts'

const LEVELS = new Set(['production', 'staging', 'sandbox'])

/** who-am-i of each promotion level, for applications with analytics projects and for those without. */
export function createIdentityRoutes(users: () => readonly LocalUser[], gate: FaultGate): Hono {
  const app = new Hono()

  app.use('/api/*', ...gate('who-am-i', crossOriginIdentity))
  app.get('/api/:level/who-am-i', answer)
  app.get('/api/:level/project/:projectId/who-am-i', answer)
  return app

  function answer(c: Context) {
    const level = c.req.param('level') ?? ''
    if (!LEVELS.has(level)) return c.json({ message: `There is no promotion level ${level}.` }, 404)
    const headers = { authorization: c.req.header('authorization'), idToken: c.req.header('idtoken') }
    const who = authenticate(users(), level, headers)
    c.header('cache-control', 'no-store')
    return who.outcome === 'known' ? c.json(who.user.identity) : c.json({ message: who.message }, 401)
  }
}
