import type { ClientBase } from 'pg'
import { DEFAULT_DAYS, tellKeptLonger } from '../store/retention.ts'
import type { Settings } from './readOptions.ts'

/** Sees to it that events are kept for at least as long as the settings say. */
export async function takeRetention(
  client: ClientBase,
  { schema, retentionDays: chosen, log }: Settings,
): Promise<void> {
  // Two that start together wait for each other here.
  await client.query(
    `update ${schema}.state set retention_days = coalesce(greatest(retention_days, $1), ${DEFAULT_DAYS})
     where retention_days is null or retention_days < $1`,
    [chosen ?? null],
  )
  const kept = await readRetention(client, schema)
  if (chosen !== undefined && chosen < kept) tellKeptLonger(log, 'retentionDays', { chosen, kept })
}

/** In days. */
export async function readRetention(client: ClientBase, schema: string): Promise<number> {
  const { rows } = await client.query<{ days: number | null }>(`select retention_days as days from ${schema}.state`)
  return rows[0]?.days ?? DEFAULT_DAYS
}
