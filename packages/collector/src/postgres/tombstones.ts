import type { Batch, IncomingEvent } from '../store/store.ts'
import { anonymousText, digestOf, subjectText } from './digestOf.ts'
import { joinVisitors } from './joinVisitors.ts'
import type { Needs } from './needs.ts'
import { ask } from './openPools.ts'
import { rightTime } from './seconds.ts'

/** Whose events are not stored any more. */
export interface Tombstones {
  /**
   * Resolves with the number of the state that is known here, and what it says. A statement that stores must see to it that the number is
   * still the newest.
   */
  forBatches(batches: readonly Batch[]): Promise<KnownTombstones>
  /** The state is an older one. */
  forget(): void
}

interface KnownTombstones {
  readonly version: string
  isErased(event: IncomingEvent, batch: Batch): boolean
}

interface State {
  readonly version: string
  readonly salt: string
  /** In milliseconds since 1970, by digest. */
  readonly before: ReadonlyMap<string, number>
}

/** A digest takes longer than a look into a map. */
const MAX_DIGESTS = 20_000

/** @param joined - is called when more has to be deleted */
export function createTombstones(needs: Needs, joined: () => void): Tombstones {
  let state: Promise<State> | undefined
  let digests = new Map<string, string>()

  function current(): Promise<State> {
    const asked = (state ??= readState(needs))
    asked.catch(() => {
      if (state === asked) state = undefined
    })
    return asked
  }

  function digest(salt: string, subject: string): string {
    const known = digests.get(subject)
    if (known !== undefined) return known
    const made = digestOf(salt, subject)
    if (digests.size >= MAX_DIGESTS) digests = new Map()
    digests.set(subject, made)
    return made
  }

  const before = ({ salt, before: times }: State, subject: string) => times.get(digest(salt, subject)) ?? -Infinity

  return {
    async forBatches(batches) {
      let known = await current()
      if (known.before.size === 0) return { version: known.version, isErased: () => false }
      const joins = batches.flatMap(({ events }) =>
        events.flatMap(({ person, impersonator, visitor }) => {
          // Who impersonates uses another browser.
          if (person === undefined || visitor === undefined || impersonator !== undefined) return []
          const [one, other] = [subjectText({ kind: 'person', id: person }), anonymousText(visitor)]
          if (before(known, one) <= before(known, other)) return []
          return [{ person: digest(known.salt, one), visitor: digest(known.salt, other) }]
        }),
      )
      if (joins.length > 0) {
        await joinVisitors(joins, needs)
        joined()
        state = undefined
        known = await current()
      }
      const isErased = (event: IncomingEvent, batch: Batch) => {
        const rightAt = rightTime(event, batch)
        return subjectsOf(event).some((subject) => rightAt <= before(known, subject))
      }
      return { version: known.version, isErased }
    },
    forget() {
      state = undefined
    },
  }
}

function subjectsOf({ person, impersonator, visitor, accounts }: IncomingEvent): readonly string[] {
  return [
    ...[person, impersonator].flatMap((id) => (id === undefined ? [] : [subjectText({ kind: 'person', id })])),
    ...(visitor === undefined ? [] : [subjectText({ kind: 'visitor', id: visitor })]),
    ...(visitor === undefined || person !== undefined ? [] : [anonymousText(visitor)]),
    ...accounts.map(([accountKind, id]) => subjectText({ kind: 'account', accountKind, id })),
  ]
}

async function readState({ pools, settings: { schema } }: Needs): Promise<State> {
  // One statement: the version and the tombstones of the same moment.
  const [row] = await ask<{
    erasures: string
    salt: string
    before: Readonly<Record<string, number | string>> | null
  }>(
    pools.others,
    `select erasures, salt,
       (select json_object_agg(digest, ms) from (
         select encode(digest, 'hex') as digest, extract(epoch from max(before)) * 1000 as ms
         from ${schema}.tombstones join ${schema}.erasures on number = erasure group by digest
       ) as latest) as before
     from ${schema}.state`,
  )
  if (row === undefined) throw new Error('The table "state" is empty.')
  const before = Object.entries(row.before ?? {}).map(([digest, ms]) => [digest, Number(ms)] as const)
  return { version: row.erasures, salt: row.salt, before: new Map(before) }
}
