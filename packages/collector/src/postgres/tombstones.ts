import type { Batch } from '../store/store.ts'
import { createTombstones as tombstonesOf, type Tombstones as Known } from '../store/tombstones.ts'
import { joinVisitors } from './joinVisitors.ts'
import type { Needs } from './needs.ts'
import { ask } from './openPools.ts'

/** Whose events are not stored any more. */
export interface Tombstones {
  /**
   * Resolves with the number of the state that is known here, and what it says. A statement that stores must see to it that the number is
   * still the newest.
   */
  forBatches(batches: readonly Batch[]): Promise<State>
  /** The state is an older one. */
  forget(): void
}

interface State extends Known {
  readonly version: string
}

/** @param joined - is called when more has to be deleted */
export function createTombstones(needs: Needs, joined: () => void): Tombstones {
  let state: Promise<State> | undefined

  function current(): Promise<State> {
    const asked = (state ??= readState(needs))
    asked.catch(() => {
      if (state === asked) state = undefined
    })
    return asked
  }

  return {
    async forBatches(batches) {
      const known = await current()
      const signIns = batches.flatMap(({ events }) =>
        events.flatMap((event) => {
          const signIn = known.signInOfErased(event)
          return signIn && event.visitor !== undefined ? [{ ...signIn, visitorId: event.visitor }] : []
        }),
      )
      if (signIns.length === 0) return known
      await joinVisitors(signIns, needs)
      joined()
      state = undefined
      return current()
    },
    forget() {
      state = undefined
    },
  }
}

/** A salt that was taken over from a file of SQLite is no text: it is written as the server writes bytes. `digest_of` does the same. */
export const saltBytes = (salt: string): Uint8Array =>
  isBytes(salt) ? Buffer.from(salt.slice(BYTES.length), 'hex') : Buffer.from(salt)

/** What `saltBytes` reads. */
export function saltText(salt: Uint8Array): string {
  const text = Buffer.from(salt).toString('latin1')
  return OWN.test(text) ? text : BYTES + Buffer.from(salt).toString('hex')
}

export const isBytes = (salt: string): boolean => salt.startsWith(BYTES)

const BYTES = String.raw`\x`
/** As the tables are made with it. */
const OWN = /^[0-9a-f-]+$/

/** What the tables say now. */
export async function readState({ pools, settings: { schema } }: Needs): Promise<State> {
  // One statement: the version and the tombstones of the same moment.
  const [row] = await ask<{
    erasures: string
    salt: string
    before: readonly (readonly [digest: string, ms: number | string, keepsConsents: boolean])[] | null
  }>(
    pools.others,
    `select erasures, salt,
       (select json_agg(json_build_array(digest, ms, keeps_consents)) from (
         select encode(digest, 'hex') as digest, extract(epoch from max(before)) * 1000 as ms, keeps_consents
         from ${schema}.tombstones join ${schema}.erasures on number = erasure group by digest, keeps_consents
       ) as latest) as before
     from ${schema}.state`,
  )
  if (row === undefined) throw new Error('The table "state" is empty.')
  const all = (row.before ?? []).map(([digest, ms, keepsConsents]) => ({ digest, before: Number(ms), keepsConsents }))
  return { version: row.erasures, ...tombstonesOf(all, saltBytes(row.salt)) }
}
