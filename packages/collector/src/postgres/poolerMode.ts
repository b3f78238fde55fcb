import { randomUUID } from 'node:crypto'
import type { ClientBase } from 'pg'

/** A connection that can be opened and closed. */
export interface Other extends Pick<ClientBase, 'connect' | 'query' | 'on'> {
  end(): Promise<void>
}

/** How long the other connection may take, in milliseconds: a pooler in session mode may have none left. */
const OTHER_MS = 1_000
/** How long the own connection may take to answer, in milliseconds. */
const OWN_MS = 3_000

/** How often is looked: a pooler may give its connections in turn. */
const ROUNDS = 3

/** What this process has written into sessions behind a pooler. */
const marks = new WeakMap<object, string>()

/**
 * Refuses a pooler that gives each transaction of a connection another session of the server, such as PgBouncer in transaction mode: statements are
 * prepared, locks are taken and settings are made in sessions. A connection without a pooler, whose server process is the one that has greeted,
 * costs nothing.
 *
 * @param serverProcess - which has answered
 * @param openOther - makes one more connection to the same address
 */
export async function needOwnSession(client: ClientBase, serverProcess: number, openOther: () => Other): Promise<void> {
  if ((client as { readonly processID?: number }).processID === serverProcess) return
  const mark = randomUUID()
  await ownQuery(client, `select set_config('telltale.session', '${mark}', false)`)
  marks.set(client, mark)
  const other = openOther()
  other.on('error', () => undefined)
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const seen = await seenBy(other, round === 0)
      // The other one cannot be asked, as when the pooler has no connection left.
      if (seen === undefined) return
      if (seen === mark) throw wrongMode()
      // Meanwhile the other one keeps the session that it has got.
      await checkOwnSession(client)
    }
  } finally {
    void other.end().catch(() => undefined)
  }
}

/** Looks again, for a pooler whose mode was changed. Without a pooler it does nothing. */
export async function checkOwnSession(client: ClientBase): Promise<void> {
  const mark = marks.get(client)
  if (mark !== undefined && (await ownQuery(client, READ)) !== mark) throw wrongMode()
}

const READ = "select current_setting('telltale.session', true) as mark"

/** What the other connection finds in the session of a new transaction, which stays open. */
async function seenBy(other: Other, isFirst: boolean): Promise<string | undefined> {
  try {
    await (isFirst ? other.connect() : other.query('rollback'))
    await other.query('begin')
    const { rows } = await other.query<{ mark: string | null }>({ text: READ, ...{ query_timeout: OTHER_MS } })
    return rows[0]?.mark ?? ''
  } catch {
    return undefined
  }
}

async function ownQuery(client: ClientBase, text: string): Promise<string | undefined> {
  const { rows } = await client.query<{ mark?: string }>({ text, ...{ query_timeout: OWN_MS } })
  return rows[0]?.mark
}

const wrongMode = () =>
  Object.assign(
    new Error(
      'The setting "url" leads to a connection pooler that gives each transaction another session. Set the mode of its pool to session, or connect to PostgreSQL directly.',
    ),
    { code: 'POOLER_IN_TRANSACTION_MODE' },
  )

/** Of the other connection. */
export const OTHER_TIMEOUTS = { connectionTimeoutMillis: OTHER_MS, query_timeout: OTHER_MS }
