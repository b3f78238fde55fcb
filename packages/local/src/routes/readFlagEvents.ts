import type { Context } from 'hono'
import type { FlagEvent } from '../flags/flagEvents.ts'
import { isRecord } from '../json/isRecord.ts'
import { parseJson } from '../json/parseJson.ts'
import { readBody } from '../server/readBody.ts'

/** Bytes. */
export const MAX_FLAG_EVENT_BYTES = 5 * 1024 * 1024

/** The events that a flag SDK sent, or the answer that refuses them. */
export async function readFlagEvents(c: Context): Promise<readonly FlagEvent[] | Response> {
  const body = await readBody(c.req.raw, MAX_FLAG_EVENT_BYTES)
  if (body.outcome === 'refused') return c.json({ message: body.message }, body.status)
  const posted = parseJson(body.text)
  if (posted.outcome === 'invalid' || !Array.isArray(posted.value) || !posted.value.every(isFlagEvent))
    return c.json({ message: 'The body must be a list of events, each with a "kind".' }, 400)
  return posted.value
}

function isFlagEvent(value: unknown): value is FlagEvent {
  return isRecord(value) && typeof value['kind'] === 'string'
}
