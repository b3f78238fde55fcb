import { Hono } from 'hono'
import type { FlagStore } from '../flags/flagStore.ts'
import { isRecord, ofRecord } from '../json/isRecord.ts'
import { sameOrigin } from '../server/guard.ts'
import { readJson } from '../server/readBody.ts'
import { explain } from '../versions/explain.ts'
import type { AnsweredExplanation, ExplanationQuestion, FlagStamp } from '../versions/explanation.ts'
import type { VersionStore } from '../versions/versionStore.ts'

/** Bytes. The value of a flag may be a large object. */
const MAX_QUESTION_BYTES = 1024 * 1024

export interface ExplanationService {
  readonly flags: FlagStore
  readonly versions: VersionStore
}

type Read =
  | { readonly outcome: 'ok'; readonly question: Omit<ExplanationQuestion, 'environment'> }
  | { readonly outcome: 'invalid'; readonly message: string }

/** Says why a person had a value of a flag at some moment. */
export function createExplanationRoutes({ flags, versions }: ExplanationService): Hono {
  const app = new Hono()

  app.post('/console/explanations', sameOrigin, async (c) => {
    const asked = await readJson(c.req.raw, MAX_QUESTION_BYTES)
    if (asked.outcome === 'refused') return c.json({ message: asked.message }, asked.status)
    const body = isRecord(asked.value) ? asked.value : {}
    const read = readQuestion(body)
    if (read.outcome === 'invalid') return c.json({ message: read.message }, 400)
    const environment = environmentOf(flags, body)
    if (environment === undefined) return c.json({ message: unknownEnvironment(body) }, 404)
    c.header('cache-control', 'no-store')
    const explanation = await explain(versions, { ...read.question, environment })
    return c.json({ environment, ...explanation } satisfies AnsweredExplanation)
  })

  return app
}

/** Named by its client-side id or by one of its levels, which events have. Without either, the only one. */
function environmentOf(flags: FlagStore, body: Readonly<Record<string, unknown>>): string | undefined {
  const environments = [...flags.now().file.environments.values()]
  const { environment, level } = body
  if (environment !== undefined) return environments.find(({ id }) => id === environment)?.id
  if (level === undefined) return environments.length === 1 ? environments[0]?.id : undefined
  const wanted = String(level).toLowerCase()
  return environments.find(({ levels }) => levels.some((one) => one.toLowerCase() === wanted))?.id
}

function unknownEnvironment({ environment, level }: Readonly<Record<string, unknown>>): string {
  if (environment !== undefined) return `flags.json has no environment ${String(environment)}.`
  if (level !== undefined) return `flags.json has no environment for the promotion level ${String(level)}.`
  return 'flags.json has several environments, and it is not known which of them this was.'
}

function readQuestion({ flag, at, identity = {}, stamp = {} }: Readonly<Record<string, unknown>>): Read {
  if (typeof flag !== 'string' || typeof at !== 'number' || !Number.isFinite(at))
    return invalid('It must be { "flag": …, "at": … } with the key of a flag and milliseconds since 1970.')
  if (!isRecord(identity) || !isRecord(stamp)) return invalid('"identity" and "stamp" must be objects, as in an event.')
  const { id, visitor, accounts } = identity
  return {
    outcome: 'ok',
    question: {
      flag,
      at,
      identity: {
        ...(typeof id === 'string' && { id }),
        ...(typeof visitor === 'string' && { visitor }),
        ...(isRecord(accounts) && { accounts: readAccounts(accounts) }),
      },
      stamp: readStamp(stamp),
    },
  }
}

const invalid = (message: string): Read => ({ outcome: 'invalid', message })

function readAccounts(accounts: Readonly<Record<string, unknown>>): Readonly<Record<string, { readonly key: string }>> {
  return Object.fromEntries(
    Object.entries(accounts).flatMap(([kind, account]) => {
      const key = isRecord(account) ? ofRecord(account, 'key') : undefined
      return typeof key === 'string' ? [[kind, { key }]] : []
    }),
  )
}

/** Anybody may post an event, so a field may be of another type. */
function readStamp({ value, variation, version, reason }: Readonly<Record<string, unknown>>): FlagStamp {
  return {
    ...(value !== undefined && { value }),
    ...(typeof variation === 'number' && { variation }),
    ...(typeof version === 'number' && { version }),
    ...(typeof reason === 'string' && { reason }),
  }
}
