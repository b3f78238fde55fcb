import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { postgresStore, type PostgresOptions } from '../postgres.ts'
import type { EventStore } from '../store/store.ts'
import { type PostgresServer, startPostgres } from 'stage/startPostgres'

/** A server for the tests of a file. */
export interface PostgresForTests {
  server(): PostgresServer
  /** Opens a store that is closed after the test, in a schema of its own. */
  open(options?: Partial<PostgresOptions>): Promise<EventStore>
  connect(): Promise<pg.Client>
  query(sql: string, values?: readonly unknown[]): Promise<pg.QueryResult>
}

/** A name for the tables of one test: tests share a server. */
export const freshSchema = (): string => `test_${randomBytes(6).toString('hex')}`

export function postgresForTests(): PostgresForTests {
  let running: PostgresServer | undefined
  const opened: EventStore[] = []
  beforeAll(async () => {
    running = await startPostgres()
  })
  afterEach(() => Promise.all(opened.splice(0).map((store) => store.close())))
  afterAll(() => running?.stop())

  const server = () => {
    if (!running) throw new Error('The server is not running.')
    return running
  }
  const connect = async () => {
    const client = new pg.Client(server().url)
    await client.connect()
    return client
  }
  return {
    server,
    connect,
    async open(options = {}) {
      const store = await postgresStore({ url: server().url, schema: freshSchema(), ...options })
      opened.push(store)
      return store
    },
    async query(sql, values = []) {
      const client = await connect()
      try {
        return await client.query(sql, [...values])
      } finally {
        await client.end()
      }
    },
  }
}
