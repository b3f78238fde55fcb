import type { ClientBase } from 'pg'
import { DEFAULT_DAYS, tellKeptLonger } from '../store/retention.ts'
import type { Settings } from './readOptions.ts'

/** For how many days the tables keep events. */
export interface PostgresRetention {
  readonly retentionDays: number
  /** The same for decisions about consent, if it is longer. `Infinity` until somebody deletes them. */
  readonly consentRetentionDays: number
}

/** Sees to it that events are kept for at least as long as the settings say. */
export async function takeRetention(client: ClientBase, { schema, log, ...chosen }: Settings): Promise<void> {
  const { retentionDays = null, consentRetentionDays = null } = chosen
  // Two that start together wait for each other here. Tables that are not new keep decisions for as long as they have.
  await client.query(
    `update ${schema}.state set retention_days = coalesce(greatest(retention_days, $1), ${DEFAULT_DAYS}),
       consent_retention_days = case when retention_days is null then $2 when consent_retention_days < $2 then $2
         else consent_retention_days end
     where retention_days is null or retention_days < $1 or consent_retention_days < $2`,
    [retentionDays, consentRetentionDays === Infinity ? null : consentRetentionDays],
  )
  const kept = await readRetention(client, schema)
  for (const setting of ['retentionDays', 'consentRetentionDays'] as const) {
    const value = chosen[setting]
    if (value !== undefined && value < kept[setting])
      tellKeptLonger(log, setting, { chosen: value, kept: kept[setting] })
  }
}

export async function readRetention(client: ClientBase, schema: string): Promise<PostgresRetention> {
  const { rows } = await client.query<{ days: number | null; consent_days: number | null }>(
    `select retention_days as days, consent_retention_days as consent_days from ${schema}.state`,
  )
  return { retentionDays: rows[0]?.days ?? DEFAULT_DAYS, consentRetentionDays: rows[0]?.consent_days ?? Infinity }
}

/** Changes what is named, also to less. */
export async function changeRetention(
  client: ClientBase,
  schema: string,
  { retentionDays, consentRetentionDays }: Partial<PostgresRetention>,
): Promise<void> {
  if (retentionDays !== undefined) await client.query(`update ${schema}.state set retention_days = $1`, [retentionDays])
  if (consentRetentionDays !== undefined)
    await client.query(`update ${schema}.state set consent_retention_days = $1`, [
      consentRetentionDays === Infinity ? null : consentRetentionDays,
    ])
}
