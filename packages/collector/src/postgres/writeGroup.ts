import type { Outcome } from '../store/store.ts'
import { insertGroup } from './insertGroup.ts'
import { failed, type Piece, type Settled } from './lanes.ts'
import { sqlStateOf } from './openPools.ts'
import type { Needs } from './needs.ts'
import type { Tombstones } from './tombstones.ts'

/** How often a statement is repeated that the server has ended in favour of another one. */
export const MAX_TRIES = 6
/** Two transactions would wait for each other, or could not be put into an order. */
export const OUTDONE = new Set(['40P01', '40001'])
/** A value that the server does not take, that breaks a rule of the table, or that is too large for an index. */
export const GUILTY = /^(22|23|54)/

/**
 * Writes pieces together. An event that the server does not take is found by halves, so that the others are stored. Never rejects.
 */
export async function writeGroup(
  pieces: readonly Piece[],
  needs: Needs & { readonly tombstones: Tombstones },
): Promise<readonly Settled[]> {
  try {
    const outcomes = await insertAgain(pieces, needs)
    return outcomes.map((value) => ({ status: 'fulfilled', value }))
  } catch (error) {
    const state = sqlStateOf(error)
    if (state === undefined || !GUILTY.test(state))
      return pieces.map(() => failed(new Error(`PostgreSQL has not stored the batch: ${reasonOf(error, needs)}`)))
    const halves = inHalves(pieces)
    if (halves) {
      const [first, second] = halves
      return joined(pieces, [...(await writeGroup(first, needs)), ...(await writeGroup(second, needs))])
    }
    return [await withoutGuilty(pieces, reasonOf(error, needs), needs)]
  }
}

const reasonOf = (error: unknown, { settings }: Needs) =>
  settings.withoutSecrets(error instanceof Error ? error.message : String(error))

async function insertAgain(
  pieces: readonly Piece[],
  needs: Needs & { readonly tombstones: Tombstones },
): Promise<readonly (readonly Outcome[])[]> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await insertGroup(pieces, needs)
    } catch (error) {
      if (tries === MAX_TRIES || !OUTDONE.has(sqlStateOf(error) ?? '')) throw error
    }
  }
}

/** The pieces in two parts, or the only piece in two. `undefined` for a piece of one event. */
function inHalves(pieces: readonly Piece[]): readonly [readonly Piece[], readonly Piece[]] | undefined {
  if (pieces.length > 1) {
    const middle = pieces.length >> 1
    return [pieces.slice(0, middle), pieces.slice(middle)]
  }
  const [piece] = pieces
  if (piece === undefined || piece.events.length < 2) return undefined
  const middle = piece.events.length >> 1
  return [
    [{ ...piece, events: piece.events.slice(0, middle) }],
    [{ ...piece, events: piece.events.slice(middle), pages: [] }],
  ]
}

/** The results of pieces from those of their halves. */
function joined(pieces: readonly Piece[], results: readonly Settled[]): readonly Settled[] {
  if (pieces.length > 1) return results
  const failure = results.find(({ status }) => status === 'rejected')
  if (failure) return [failure]
  return [{ status: 'fulfilled', value: results.flatMap((one) => (one.status === 'fulfilled' ? one.value : [])) }]
}

/** Refuses the only event of the piece, and stores what the piece tells about pages. */
async function withoutGuilty(
  [piece]: readonly Piece[],
  reason: string,
  needs: Needs & { readonly tombstones: Tombstones },
): Promise<Settled> {
  if (piece === undefined) return { status: 'fulfilled', value: [] }
  if (piece.events.length === 0) {
    needs.settings.log('warn', 'What a batch tells about pages was left out.', { reason })
    return { status: 'fulfilled', value: [] }
  }
  const refused = {
    status: 'fulfilled',
    value: [{ refused: `PostgreSQL does not take the event: ${reason}.` }],
  } as const
  if (piece.pages.length === 0) return refused
  const [pages] = await writeGroup([{ ...piece, events: [] }], needs)
  return pages?.status === 'rejected' ? pages : refused
}
