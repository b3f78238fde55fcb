import type { Context } from 'hono'
import type { Log, RequestInfo } from '../collectorOptions.ts'
import { bearerOf } from '../door/access.ts'
import { clientOf } from '../door/clientOf.ts'

/** How long the answer to a wrong token takes, in milliseconds, and how many of them a client may wait for at the same time. */
const SLOW_MS = 100
const MAX_WAITING = 5
/** How often the log says that tokens are wrong, in milliseconds. */
const SAID_MS = 60_000

interface Needs {
  readonly adminToken: string | undefined
  readonly log: Log
  readonly now: () => number
  readonly slowMs?: number
}

/** Answers a request without the admin token; `undefined` for one that has it. */
export type AdminGuard = (c: Context<{ Bindings: RequestInfo }>) => Promise<Response | undefined>

/** Wrong tokens are counted in the log, and answered slowly: nobody tries many. */
export function createAdminGuard({ adminToken, log, now, slowMs = SLOW_MS }: Needs): AdminGuard {
  const waiting = new Map<string, number>()
  let wrong = 0
  let saidAt = -Infinity

  function say(): void {
    wrong += 1
    if (now() - saidAt < SAID_MS) return
    saidAt = now()
    log('warn', 'A request had a wrong admin token.', { count: wrong })
    wrong = 0
  }

  return async (c) => {
    const given = bearerOf(c.req.raw)
    const refuse = () => c.json({ message: 'The admin token is missing or wrong.' }, 401)
    if (!adminToken || given === undefined) return refuse()
    const client = clientOf(c.env?.address ?? '')
    const before = waiting.get(client) ?? 0
    // Before the token is looked at: the answer would say whether it is right.
    if (before >= MAX_WAITING)
      return c.json({ message: 'There were too many wrong admin tokens.' }, 429, { 'retry-after': '1' })
    if (isSame(given, adminToken)) return undefined
    say()
    waiting.set(client, before + 1)
    await new Promise((resolve) => void setTimeout(resolve, slowMs))
    const left = (waiting.get(client) ?? 1) - 1
    if (left > 0) waiting.set(client, left)
    else waiting.delete(client)
    return refuse()
  }
}

/** Takes the same time wherever two texts of one length differ. */
function isSame(given: string, secret: string): boolean {
  const encoder = new TextEncoder()
  const [one, other] = [encoder.encode(given), encoder.encode(secret)]
  let difference = one.length ^ other.length
  for (const [index, byte] of other.entries()) difference |= byte ^ (one[index] ?? 0)
  return difference === 0
}
