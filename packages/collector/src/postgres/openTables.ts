import { migrate } from './migrate.ts'
import type { Needs } from './needs.ts'
import { openPools, sqlStateOf, withClient } from './openPools.ts'
import { keepPartitions } from './partitions.ts'
import type { Settings } from './readOptions.ts'
import { takeRetention } from './retention.ts'

/** Connects to the server, and sees to it that all tables are there. @throws an error that says which setting is wrong */
export async function openTables(settings: Settings): Promise<Needs> {
  const pools = openPools(settings)
  const needs: Needs = { pools, settings }
  try {
    await withClient(pools.scans, async (client) => {
      await migrate(client, settings.schema)
      await takeRetention(client, settings)
    })
    await keepPartitions(needs)
    return needs
  } catch (error) {
    await pools.end()
    throw startProblem(error, settings)
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** The code of the server for a right that is missing. */
const NO_RIGHT = '42501'

const codeOf = (error: unknown): unknown =>
  error instanceof AggregateError ? codeOf(error.errors[0]) : (error as { readonly code?: unknown }).code

/** The original error may contain the settings: it is no `cause`. */
export function startProblem(error: unknown, { schema, withoutSecrets }: Settings): Error {
  const reason = (error instanceof AggregateError ? error.errors : [error]).map(messageOf).join(', ')
  const hint =
    sqlStateOf(error) === NO_RIGHT
      ? ` Grant the role the right to create schemas, or make the schema ${schema} for it.`
      : ''
  const isOurs = error instanceof Error && /^The (setting|schema) /.test(error.message)
  const message = isOurs
    ? error.message
    : `The setting "url" names a PostgreSQL database that cannot be used: ${reason}.${hint}`
  return Object.assign(new Error(withoutSecrets(message)), { code: codeOf(error) })
}
