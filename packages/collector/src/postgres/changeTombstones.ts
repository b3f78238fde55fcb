import { setTimeout } from 'node:timers/promises'
import type { ClientBase } from 'pg'
import type { Needs } from './needs.ts'
import { inTransaction, sqlStateOf } from './openPools.ts'

/** The server has not given a lock in time, or has ended the transaction in favour of another one. */
const IS_BUSY = new Set(['55P03', '40P01'])
const MAX_TRIES = 60

/** What is done in the transaction before all writers are stopped, and while they are. */
interface Change<Result> {
  before?(client: ClientBase): Promise<unknown>
  change(client: ClientBase): Promise<Result>
}

/**
 * Changes the tombstones while no statement stores events. Each statement has then either ended before, so that its events are visible to
 * those that delete, or has begun after, and finds that the number of the state has changed: a statement gets its locks before it looks.
 */
export async function changeTombstones<Result>(
  { pools, settings: { schema } }: Needs,
  { before, change }: Change<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await inTransaction(pools.others, async (client) => {
        // All writers wait while this waits for one of them.
        await client.query("set local lock_timeout = '500ms'")
        await before?.(client)
        await client.query(`lock table only ${schema}.event in share mode`)
        const result = await change(client)
        await client.query(`update ${schema}.state set erasures = erasures + 1`)
        return result
      })
    } catch (error) {
      if (tries === MAX_TRIES || !IS_BUSY.has(sqlStateOf(error) ?? '')) throw error
      await setTimeout(50 + Math.random() * 200)
    }
  }
}
