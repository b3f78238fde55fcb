import type { Context } from 'hono'
import type { StoredEvent } from '../store/store.ts'
import { WRONG_CURSOR } from '../store/wrongCursor.ts'

/** Rows in one answer. */
const MAX_ROWS = 1000
const DEFAULT_ROWS = 100

interface Part {
  /** The name of the list in the answer. */
  readonly name: string
  read(limit: number, before: string | undefined): Promise<readonly StoredEvent[]>
  rowOf(event: StoredEvent): object
}

/** Answers with the newest rows, or those before the `before` of an earlier answer. With `before`, there may be more. */
export async function newestPart(c: Context, { name, read, rowOf }: Part): Promise<Response> {
  const limit = Math.min(Math.max(1, Math.floor(Number(c.req.query('limit')) || DEFAULT_ROWS)), MAX_ROWS)
  let events: readonly StoredEvent[]
  try {
    events = await read(limit, c.req.query('before'))
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== WRONG_CURSOR) throw error
    return c.json({ message: '"before" must be the one of an earlier answer.' }, 400)
  }
  const before = events.length === limit ? events.at(-1)?.cursor : undefined
  return c.json({ [name]: events.map(rowOf), ...(before !== undefined && { before }) })
}
