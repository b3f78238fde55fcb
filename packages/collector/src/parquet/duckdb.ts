import type * as Package from '@duckdb/node-api'
import type { DuckDBConnection } from '@duckdb/node-api'

export interface Duckdb {
  readonly connection: DuckDBConnection
  readonly package: typeof Package
  run(sql: string): Promise<void>
  /** The rows of a query, each by its columns. */
  rows(sql: string): Promise<readonly Readonly<Record<string, unknown>>[]>
  /** The same, one piece after another. Nothing else may be done with the connection meanwhile. */
  pieces(sql: string): AsyncIterable<readonly Readonly<Record<string, unknown>>[]>
  close(): void
}

/** Loads DuckDB, which has 70 MB and is installed only for queries and Parquet files. @throws a sentence, if it is not there */
export async function loadDuckdb(): Promise<typeof Package> {
  try {
    return await import('@duckdb/node-api')
  } catch (error) {
    // It is there, and does not fit this machine.
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error
    throw new Error(
      'Queries and Parquet files need DuckDB. Install it beside the collector: npm install @duckdb/node-api@1.5.6-r.1',
      { cause: error },
    )
  }
}

/** A database in memory that loads no extension, and whose times are in UTC. */
export async function openDuckdb(spillFolder?: string): Promise<Duckdb> {
  const duckdb = await loadDuckdb()
  const instance = await duckdb.DuckDBInstance.create(':memory:', {
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    ...(spillFolder !== undefined && { temp_directory: spillFolder, memory_limit: '1GB', threads: '2' }),
  })
  const connection = await instance.connect()
  const run = async (sql: string) => {
    await connection.run(sql)
  }
  await run("set TimeZone = 'UTC'")
  return {
    connection,
    package: duckdb,
    run,
    rows: async (sql) => (await connection.runAndReadAll(sql)).getRowObjectsJS(),
    async *pieces(sql) {
      yield* (await connection.stream(sql)).yieldRowObjectJs()
    },
    close() {
      connection.closeSync()
      instance.closeSync()
    },
  }
}

/** The text as a literal of SQL. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`
