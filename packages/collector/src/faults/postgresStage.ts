import pg from 'pg'
import { type PostgresServer, startPostgres } from 'stage/startPostgres'
import { startCollectorProcess } from './collectorProcess.ts'
import type { Stage } from './faultRun.ts'
import { type Network, startNetwork } from './network.ts'

export interface PostgresStage extends Stage {
  readonly server: PostgresServer
  /** Between the collectors and the server. */
  readonly network: Network
}

/** Two collectors with one server of PostgreSQL. */
export async function postgresStage(): Promise<PostgresStage> {
  const server = await startPostgres()
  const network = await startNetwork(Number(new URL(server.url).port))
  const store = new URL(server.url)
  store.port = String(network.port)
  const collectors = [await startCollectorProcess(store.href), await startCollectorProcess(store.href)]
  return {
    collectors,
    server,
    network,
    async rows() {
      const client = new pg.Client(server.url)
      await client.connect()
      try {
        const { rows } = await client.query<{ id: string; told: string }>(
          "select id::text, body::json ->> 'id' as told from telltale.event",
        )
        // The event itself says its id, too.
        return rows.map(({ id, told }) => (id === told ? id : `${id} in ${told}`))
      } finally {
        await client.end()
      }
    },
    async stop() {
      await Promise.all(collectors.map((one) => one.end('SIGKILL')))
      await network.stop()
      await server.stop()
    },
  }
}
