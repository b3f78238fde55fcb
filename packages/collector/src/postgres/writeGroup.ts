import type { Written } from '../store/groups.ts'
import type { Batch, Outcome } from '../store/store.ts'
import { insertGroup } from './insertGroup.ts'
import { sqlStateOf } from './openPools.ts'
import type { Needs } from './needs.ts'
import type { Tombstones } from './tombstones.ts'

type WriteNeeds = Needs & { readonly tombstones: Tombstones }

/** How often a statement is repeated that the server has ended in favour of another one. */
export const MAX_TRIES = 6
/** Two transactions would wait for each other, or could not be put into an order. */
export const OUTDONE = new Set(['40P01', '40001'])
/** A value that the server does not take, that breaks a rule of the table, or that is too large for an index. */
export const GUILTY = /^(22|23|54)/

/**
 * Writes batches together. An event that the server does not take is found by halves, so that the others are stored. Never rejects.
 */
export async function writeGroup(batches: readonly Batch[], needs: WriteNeeds): Promise<readonly Written[]> {
  try {
    return await insertAgain(batches, needs)
  } catch (error) {
    const state = sqlStateOf(error)
    if (state === undefined || !GUILTY.test(state)) {
      const failure = new Error(`PostgreSQL has not stored the batch: ${reasonOf(error, needs)}`, { cause: error })
      return batches.map(() => failure)
    }
    const halves = inHalves(batches)
    if (halves) {
      const [first, second] = halves
      return joined(batches, [...(await writeGroup(first, needs)), ...(await writeGroup(second, needs))])
    }
    return [await withoutGuilty(batches, reasonOf(error, needs), needs)]
  }
}

const reasonOf = (error: unknown, { settings }: Needs) =>
  settings.withoutSecrets(error instanceof Error ? error.message : String(error))

async function insertAgain(batches: readonly Batch[], needs: WriteNeeds): Promise<readonly (readonly Outcome[])[]> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await insertGroup(batches, needs)
    } catch (error) {
      if (tries === MAX_TRIES || !OUTDONE.has(sqlStateOf(error) ?? '')) throw error
    }
  }
}

/** The batches in two parts, or the only one in two. `undefined` for a batch of one event. */
function inHalves(batches: readonly Batch[]): readonly [readonly Batch[], readonly Batch[]] | undefined {
  if (batches.length > 1) {
    const middle = batches.length >> 1
    return [batches.slice(0, middle), batches.slice(middle)]
  }
  const [batch] = batches
  if (batch === undefined || batch.events.length < 2) return undefined
  const middle = batch.events.length >> 1
  return [
    [{ ...batch, events: batch.events.slice(0, middle) }],
    [{ ...batch, events: batch.events.slice(middle), pages: [] }],
  ]
}

/** What has become of batches, from what has become of their halves. */
function joined(batches: readonly Batch[], results: readonly Written[]): readonly Written[] {
  if (batches.length > 1) return results
  const failure = results.find((one) => one instanceof Error)
  return [failure ?? results.flatMap((one) => (one instanceof Error ? [] : one))]
}

/** Refuses the only event of the batch, and stores what the batch tells about pages. */
async function withoutGuilty([batch]: readonly Batch[], reason: string, needs: WriteNeeds): Promise<Written> {
  if (batch === undefined) return []
  if (batch.events.length === 0) {
    needs.settings.log('warn', 'What a batch tells about pages was left out.', { reason })
    return []
  }
  const refused = [{ refused: `PostgreSQL does not take the event: ${reason}.` }]
  if (batch.pages.length === 0) return refused
  const [pages] = await writeGroup([{ ...batch, events: [] }], needs)
  return pages instanceof Error ? pages : refused
}
