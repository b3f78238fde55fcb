import { Pool, type PoolClient, type PoolConfig, type QueryResultRow } from 'pg'
import type { Settings } from './readOptions.ts'

/** The connections of a store. They heal by themselves when the server has been away. */
export interface Pools {
  /** As many connections as lanes. A statement may take 10 seconds. */
  readonly writers: Pool
  /** For all else. A statement may take as long as it needs. */
  readonly others: Pool
  end(): Promise<void>
}

/** Milliseconds. */
const STATEMENT_MS = 10_000
/** A network that swallows everything must not hold a request for ever: the server cannot say that its statement has ended. */
const ANSWER_MS = 15_000
const CONNECT_MS = 5_000
const QUESTION_MS = 5_000
/** How long a connection is silent before the system asks whether it is still there. Its own default is two hours. */
const SILENT_MS = 10_000

export function openPools({ pool, lanes, log, withoutSecrets }: Settings): Pools {
  const open = (config: PoolConfig, statementMs: number): Pool => {
    const opened = new Pool({
      application_name: 'telltale-collector',
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: SILENT_MS,
      ...pool,
      ...config,
      // A connection on which this fails is not used.
      async onConnect(client) {
        client.on('error', () => undefined)
        await client.query(session(statementMs))
      },
    })
    // Without a listener, a server that restarts would end this process.
    opened.on('error', (error) =>
      log('warn', 'A connection to PostgreSQL has broken.', { reason: withoutSecrets(error.message) }),
    )
    return opened
  }
  const writers = open({ max: lanes, query_timeout: ANSWER_MS }, STATEMENT_MS)
  const others = open({ max: 4 }, 0)
  return {
    writers,
    others,
    async end() {
      await Promise.all([writers.end(), others.end()])
    },
  }
}

/**
 * A statement must see what was committed before it got its locks: the erasing of somebody's data relies on it. Compiling a statement
 * for some forty partitions takes longer than the statement. `remote_apply` is stronger than `on`, and stays.
 */
const session = (statementMs: number) => `
  set default_transaction_isolation = 'read committed';
  set statement_timeout = ${statementMs};
  set jit = off;
  select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') <> 'remote_apply'`

/**
 * Asks what the server answers at once. Without an answer, the connection is thrown away: a network may have forgotten it, and then
 * nothing would ever come.
 */
export async function ask<Row extends QueryResultRow>(pool: Pool, text: string): Promise<readonly Row[]> {
  // The types do not know the option of a query.
  const question = { text, query_timeout: QUESTION_MS }
  const { rows } = await pool.query<Row>(question)
  return rows
}

/** Runs `work` with one connection, which is thrown away if it cannot be used any more. */
export async function withClient<Result>(pool: Pool, work: (client: PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect()
  try {
    const result = await work(client)
    client.release()
    return result
  } catch (error) {
    client.release(!isUsableAfter(error))
    throw error
  }
}

/** Runs `work` in one transaction. */
export const inTransaction = <Result>(pool: Pool, work: (client: PoolClient) => Promise<Result>): Promise<Result> =>
  withClient(pool, async (client) => {
    await client.query('begin')
    try {
      const result = await work(client)
      await client.query('commit')
      return result
    } catch (error) {
      if (isUsableAfter(error)) await client.query('rollback')
      throw error
    }
  })

/** The code that the server has given to an error. Errors of connections have none. */
export const sqlStateOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code)
    ? error.code
    : undefined

/** The server goes on with a connection after most errors: not after those of classes 08 and 57P. */
const isUsableAfter = (error: unknown) => {
  const state = sqlStateOf(error)
  return state !== undefined && !/^(08|57P)/.test(state)
}
