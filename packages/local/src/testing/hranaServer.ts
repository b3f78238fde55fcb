import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createClient, LibsqlError, type Client, type InValue, type ResultSet, type Transaction } from '@libsql/client'

/** A libSQL server over HTTP that requires a token, like a remote database. */
export interface HranaServer {
  readonly url: string
  /** The number of requests that were answered successfully. */
  requests(): number
  /** Answers 503 from now on. */
  refuse(isRefusing: boolean): void
  close(): Promise<void>
}

type Value = { type: string; value?: string | number; base64?: string }
type Condition = { type: string; step?: number; cond?: Condition; conds?: Condition[] }
interface Statement {
  readonly sql?: string
  readonly sql_id?: number
  readonly args?: readonly Value[]
}
interface Step {
  readonly condition?: Condition
  readonly stmt: Statement
}
/** The state of one stream of the protocol between its requests. */
interface Session {
  readonly database: Client
  readonly texts: Map<number, string>
  transaction: Transaction | undefined
}
interface Request {
  readonly type: string
  readonly stmt?: Statement
  readonly batch?: { readonly steps: readonly Step[] }
  readonly sql?: string
  readonly sql_id?: number
}

/**
 * Implements Hrana 2 over HTTP on an embedded database, for clients that open and close a stream within one request.
 * [spec] github.com/tursodatabase/libsql/blob/main/docs/HRANA_2_SPEC.md
 */
export async function hranaServer(token: string, file = ':memory:'): Promise<HranaServer> {
  const database = createClient({ url: file })
  let answered = 0
  let isRefusing = false
  const server = createServer(async (request, response) => {
    const report = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (isRefusing) return report(503, { error: 'Unavailable' })
    if (request.headers.authorization !== `Bearer ${token}`) return report(401, { error: 'Unauthorized' })
    if (request.url !== '/v2/pipeline') return report(404, { error: 'Not found' })
    const { requests } = JSON.parse(await text(request)) as { requests: readonly Request[] }
    const session: Session = { database, texts: new Map(), transaction: undefined }
    const results = []
    for (const one of requests) results.push(await resultOf(one, session))
    session.transaction?.close()
    answered++
    // [spec] "baton: null" – the stream is closed.
    return report(200, { baton: null, base_url: null, results })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => answered,
    refuse: (now) => void (isRefusing = now),
    async close() {
      await new Promise((closed) => server.close(closed).closeAllConnections())
      database.close()
    },
  }
}

async function resultOf(request: Request, session: Session): Promise<object> {
  const ok = (more: object = {}) => ({ type: 'ok', response: { type: request.type, ...more } })
  try {
    switch (request.type) {
      case 'store_sql':
        session.texts.set(request.sql_id ?? 0, request.sql ?? '')
        return ok()
      case 'execute':
        return ok({ result: await execute(request.stmt, session) })
      case 'batch':
        return ok({ result: await batch(request.batch?.steps ?? [], session) })
      case 'close_sql':
      case 'close':
        return ok()
      default:
        return { type: 'error', error: { message: `${request.type} is not supported.` } }
    }
  } catch (error) {
    return { type: 'error', error: errorOf(error) }
  }
}

/** [spec] "The steps are executed in order; a step whose condition is not met is skipped." */
async function batch(steps: readonly Step[], session: Session) {
  const results: (object | null)[] = []
  const errors: (object | null)[] = []
  const holds = (condition: Condition | undefined): boolean => {
    const { type, step = -1, cond, conds = [] } = condition ?? { type: 'and' }
    if (type === 'ok') return Boolean(results[step])
    if (type === 'error') return Boolean(errors[step])
    if (type === 'not') return !holds(cond)
    return type === 'and' ? conds.every(holds) : conds.some(holds)
  }
  for (const { condition, stmt } of steps) {
    const [result, error] = holds(condition)
      ? await execute(stmt, session).then(
          (done) => [done, null] as const,
          (problem: unknown) => [null, errorOf(problem)] as const,
        )
      : [null, null]
    results.push(result)
    errors.push(error)
  }
  return { step_results: results, step_errors: errors }
}

async function execute(stmt: Statement = {}, session: Session): Promise<object> {
  const sql = stmt.sql ?? session.texts.get(stmt.sql_id ?? -1) ?? ''
  const { columns, columnTypes, rows, rowsAffected, lastInsertRowid } = await run(sql, stmt.args ?? [], session)
  return {
    cols: columns.map((name, index) => ({ name, decltype: columnTypes[index] ?? null })),
    rows: rows.map((row) => columns.map((_name, index) => valueOf(row[index]))),
    affected_row_count: rowsAffected,
    last_insert_rowid: lastInsertRowid === undefined ? null : String(lastInsertRowid),
  }
}

const NOTHING = { columns: [], columnTypes: [], rows: [], rowsAffected: 0, lastInsertRowid: undefined }

/** The embedded client begins and ends transactions itself. */
async function run(sql: string, args: readonly Value[], session: Session) {
  switch (/^(BEGIN|COMMIT|ROLLBACK)\b/.exec(sql)?.[0]) {
    case 'BEGIN':
      session.transaction = await session.database.transaction('write')
      return NOTHING
    case 'COMMIT':
      await session.transaction?.commit()
      session.transaction = undefined
      return NOTHING
    case 'ROLLBACK':
      await session.transaction?.rollback()
      session.transaction = undefined
      return NOTHING
    default:
      return (session.transaction ?? session.database).execute({ sql, args: args.map(argument) })
  }
}

function argument({ type, value, base64 = '' }: Value): InValue {
  if (type === 'integer') return BigInt(value ?? 0)
  return type === 'blob' ? Buffer.from(base64, 'base64') : (value ?? null)
}

function valueOf(value: ResultSet['rows'][number][number] | undefined): Value {
  if (value === null || value === undefined) return { type: 'null' }
  if (typeof value === 'string') return { type: 'text', value }
  if (value instanceof ArrayBuffer) return { type: 'blob', base64: Buffer.from(value).toString('base64') }
  return Number.isInteger(Number(value))
    ? { type: 'integer', value: String(value) }
    : { type: 'float', value: Number(value) }
}

function errorOf(error: unknown): object {
  const message = error instanceof Error ? error.message : String(error)
  return { message, ...(error instanceof LibsqlError && { code: error.code }) }
}
