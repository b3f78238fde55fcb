import { Hono, type Context } from 'hono'
import type { EditResult, EditRequest } from '../editing/editResult.ts'
import type { FlagEdits } from '../editing/flagEdits.ts'
import { isRecord } from '../json/isRecord.ts'
import { sameOrigin } from '../server/guard.ts'
import { readJson } from '../server/readBody.ts'

/** Bytes. A flag may target thousands of users. */
const MAX_FLAG_BYTES = 1024 * 1024

/** The console's commands that change flags. */
export function createFlagEditRoutes(edits: FlagEdits): Hono {
  const app = new Hono()

  app.post('/console/flags/:key', sameOrigin, async (c) => {
    const command = await readJson(c.req.raw, MAX_FLAG_BYTES)
    if (command.outcome === 'refused') return c.json({ message: command.message }, command.status)
    const { on, environment } = isRecord(command.value) ? command.value : {}
    if (typeof on !== 'boolean' || (environment !== undefined && typeof environment !== 'string'))
      return c.json({ message: 'It must be { "on": true } or { "on": false }, and may name an "environment".' }, 400)
    return answer(c, await edits.turn(c.req.param('key'), on, environment), (flag) => ({ flag }))
  })
  app.put('/console/flags/:environment/:key', sameOrigin, async (c) => {
    const draft = await readJson(c.req.raw, MAX_FLAG_BYTES)
    if (draft.outcome === 'refused') return c.json({ message: draft.message }, draft.status)
    return answer(c, await edits.put(c.req.param(), readEditRequest(draft.value, 'flag')), (flag) => ({ flag }))
  })
  app.delete('/console/flags/:environment/:key', sameOrigin, async (c) =>
    answer(c, await edits.remove(c.req.param(), c.req.query('everywhere') === 'true'), () => ({})),
  )
  app.post('/console/undo', sameOrigin, async (c) => {
    const command = await readJson(c.req.raw, MAX_FLAG_BYTES)
    if (command.outcome === 'refused') return c.json({ message: command.message }, command.status)
    const { id } = isRecord(command.value) ? command.value : { id: null }
    if (id !== undefined && typeof id !== 'number')
      return c.json({ message: 'It must be {}, or { "id": … } with the number of a change.' }, 400)
    return answer(c, await edits.undo(id), (change) => ({ change }))
  })

  return app
}

/**
 * Parses the wanted flag or user: `{ [name]: …, before: … }`, or without `before` if it is not to be compared with the current
 * content.
 */
export function readEditRequest(body: unknown, name: 'flag' | 'identity'): EditRequest {
  if (!isRecord(body) || !isRecord(body[name]) || Object.keys(body).some((key) => key !== name && key !== 'before'))
    return { draft: body }
  return { draft: body[name], before: body['before'] }
}

/** The answer to an edit. */
export function answer<T>(c: Context, edited: EditResult<T>, said: (value: T) => object): Response {
  if (edited.outcome === 'ok') return c.json({ message: 'Written.', ...said(edited.value) })
  const { status, message, problems, current } = edited
  return c.json({ message, ...(problems && { problems }), ...(current !== undefined && { current }) }, status)
}
