import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { Client, Pool, type ClientBase, type PoolClient, type QueryResult, type QueryResultRow } from 'pg'
import { checkOwnSession, needOwnSession, OTHER_TIMEOUTS } from './poolerMode.ts'
import type { Settings } from './readOptions.ts'

/** The connections of a store. They heal by themselves when the server has been away. */
export interface Pools {
  /** As many connections as lanes. A statement may take 10 seconds. */
  readonly writers: Pool
  /** For questions, and for steps of a limited size. A statement may take 30 seconds. */
  readonly others: Pool
  /** For what may have to look at all events. A statement may take 10 minutes. */
  readonly scans: Pool
  /**
   * Closes all connections after `work`. If that takes longer than some seconds, they are broken, and whatever waits for an answer of the
   * server is given up.
   */
  end(work?: () => Promise<void>): Promise<void>
}

/** Milliseconds for which the server works on a statement. */
const LIMITS = { writers: 10_000, others: 30_000, scans: 600_000 }
/** A network that swallows everything must not hold anybody for ever: the server cannot say that its statement has ended. */
const ANSWER_MS = 5_000
const CONNECT_MS = 5_000
const QUESTION_MS = 5_000
/** How long a connection is silent before the system asks whether it is still there. Its own default is two hours. */
const SILENT_MS = 10_000
/** A request does not wait for longer. */
const END_MS = 5_000
/** What was given up needs a moment to notice it. */
const LAST_MS = 1_000

export function openPools({ pool, lanes, log, withoutSecrets, isReadOnly = false }: Settings): Pools {
  const streams = new Set<Duplex>()
  const openStream = () => {
    const opened = pool.stream?.() ?? new Socket()
    streams.add(opened)
    return opened.once('close', () => streams.delete(opened))
  }
  const openOther = () => new Client({ ...pool, ...OTHER_TIMEOUTS, stream: openStream })
  const open = (max: number, statementMs: number): Pool => {
    const opened = new Pool({
      application_name: 'telltale-collector',
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: SILENT_MS,
      ...pool,
      ...{ max, query_timeout: statementMs + ANSWER_MS },
      stream: openStream,
      // A connection on which this fails is not used.
      async onConnect(client) {
        client.on('error', () => undefined)
        await needOwnSession(client, await begin(client, session(statementMs, isReadOnly)), openOther)
      },
    })
    // Without a listener, a server that restarts would end this process.
    opened.on('error', (error) =>
      log('warn', 'A connection to PostgreSQL has broken.', { reason: withoutSecrets(error.message) }),
    )
    return opened
  }
  const writers = open(lanes, LIMITS.writers)
  const others = open(4, LIMITS.others)
  const scans = open(4, LIMITS.scans)
  let ending: Promise<unknown> | undefined
  const endPools = () => (ending ??= Promise.all([writers, others, scans].map((one) => one.end())))

  async function endGently(work?: () => Promise<void>): Promise<void> {
    await work?.()
    await endPools()
    await Promise.all([...streams].map((stream) => new Promise((resolve) => stream.once('close', resolve))))
  }

  return {
    ...{ writers, others, scans },
    async end(work) {
      const ended = endGently(work)
      try {
        await within(END_MS, ended)
      } finally {
        void endPools()
        for (const stream of streams) stream.destroy()
      }
      await within(LAST_MS, ended)
    },
  }
}

/** Resolves when `work` has ended, or after some time. */
async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)))
  await Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/**
 * A statement must see what was committed before it got its locks: the erasing of somebody's data relies on it. Compiling a statement
 * for some forty partitions takes longer than the statement. `remote_apply` is stronger than `on`, and stays. The server, too, has to notice
 * that the network has forgotten a connection: all wait for the locks of its transaction.
 */
const session = (statementMs: number, isReadOnly: boolean) => `
  set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'};
  set default_transaction_isolation = 'read committed';
  set statement_timeout = ${statementMs};
  set idle_in_transaction_session_timeout = ${LIMITS.writers};
  set tcp_keepalives_idle = 10;
  set tcp_keepalives_interval = 10;
  set tcp_keepalives_count = 3;
  set tcp_user_timeout = 40000;
  set jit = off;
  select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') <> 'remote_apply';
  select pg_backend_pid() as process`

/** Makes the settings of a session. Resolves with the process of the server that has it. */
async function begin(client: ClientBase, settings: string): Promise<number> {
  const question = { text: settings, query_timeout: QUESTION_MS }
  // Of several statements, there are several results.
  const results = (await client.query(question)) as unknown as readonly QueryResult<{ process: number }>[]
  return results.at(-1)?.rows[0]?.process ?? 0
}

/**
 * Asks what the server answers at once. Without an answer, the connection is thrown away: a network may have forgotten it, and then
 * nothing would ever come.
 */
export const ask = <Row extends QueryResultRow>(pool: Pool, text: string): Promise<readonly Row[]> =>
  withClient(pool, async (client) => {
    await checkOwnSession(client)
    // The types do not know the option of a query.
    const question = { text, query_timeout: QUESTION_MS }
    const { rows } = await client.query<Row>(question)
    return rows
  })

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
