import { randomUUID } from 'node:crypto'
import type { Erasure, PeopleStore, Subject } from '../store/store.ts'
import { createTombstones, digestOf, type SignIn, type Tombstones } from '../store/tombstones.ts'
import { consentReader, VISITORS } from './consents.ts'
import type { Row, Sqlite } from './driver.ts'
import { type AnonymousEvents, findEvents } from './findEvents.ts'
import { saltIn } from './orders.ts'
import { uuidBytes } from './uuidBytes.ts'
import { emptyLog, removeEvents } from './removeEvents.ts'
import { columnsIn, eventReader } from './reader.ts'
import { inTransaction, type IsErased } from './writer.ts'

export interface SqlitePeople extends Required<PeopleStore> {
  /** To be asked within a transaction. */
  isErased(): IsErased
  /** Ends after the step that is running. The next start goes on. */
  close(): Promise<void>
}

const AGAIN_MS = 60_000
/** An erasure of which everything is deleted, and that does not name anybody any more. */
const NOBODY = '[]'

interface Known {
  /** Of the data in the file. */
  readonly version: number
  readonly orders: readonly { readonly number: number; readonly digests: ReadonlySet<string> }[]
  readonly tombstones: Tombstones
}

export function createPeople(db: Sqlite, failed: (error: unknown) => void): SqlitePeople {
  const dataVersion = db.prepare('PRAGMA data_version')
  const selectAll = db.prepare('SELECT * FROM erasures ORDER BY number DESC')
  const selectRunning = db.prepare('SELECT * FROM erasures WHERE pending IS NOT NULL ORDER BY number DESC')
  const selectNext = db.prepare(
    'SELECT * FROM erasures WHERE pending IS NOT NULL AND number > ? ORDER BY number LIMIT 1',
  )
  const visitorsOf = db.prepare(VISITORS)
  const pendingOf = db.prepare('SELECT pending FROM erasures WHERE number = ?')
  const extend = db.prepare('UPDATE erasures SET digests = ?, pending = ? WHERE number = ?')
  // Two values: see `openSqlite`.
  const wasErased = db.prepare('SELECT 1 AS one FROM erased_events WHERE id = ? AND ? = 1')
  let known: Known | undefined
  let running: Promise<void> | undefined
  let isMoreToDo = false
  let isClosed = false

  function whatIsKnown(): Known {
    // Changes when another process has written to the file.
    const version = Number(dataVersion.get()?.['data_version'])
    if (known?.version !== version) {
      const orders = selectAll.all().map(({ number, digests, before, keeps_consents: keepsConsents }) => ({
        number: Number(number),
        digests: new Set(JSON.parse(String(digests)) as readonly string[]),
        before: Number(before),
        keepsConsents: keepsConsents === 1,
      }))
      const all = orders.flatMap(({ digests, ...order }) => [...digests].map((digest) => ({ digest, ...order })))
      known = { version, orders, tombstones: createTombstones(all, saltIn(db)) }
    }
    return known
  }

  function everythingAbout(subject: Subject): readonly (Subject | AnonymousEvents)[] {
    if (subject.kind !== 'person') return [subject]
    const visitors = visitorsOf
      .all(subject.id)
      .map(({ visitor }) => ({ kind: 'anonymous' as const, id: String(visitor) }))
    return [subject, ...visitors]
  }

  /** A sign-in says whose the earlier events of a visitor are: if the person was deleted, they are, too. */
  function eraseVisitor(id: string, { person, visitor }: SignIn): void {
    for (const { number, digests } of whatIsKnown().orders) {
      if (!digests.has(person) || digests.has(visitor)) continue
      const subjects = JSON.parse(String(pendingOf.get(number)?.['pending'] ?? '[]')) as readonly object[]
      const all = [...subjects, { kind: 'anonymous', id }]
      extend.run(JSON.stringify([...digests, visitor]), JSON.stringify(all), number)
      known = undefined
      setImmediate(goOn)
    }
  }

  async function finish(row: Row): Promise<void> {
    const number = Number(row['number'])
    const pending = String(row['pending'])
    if (pending !== NOBODY) {
      await removeEvents(db, row, () => isClosed)
      if (isClosed) return
      // Unless there is more to delete by now.
      const forget = db.prepare('UPDATE erasures SET pending = ? WHERE number = ? AND pending = ?')
      await inTransaction(db, () => forget.run(NOBODY, number, pending))
    }
    emptyLog(db)
    const end = db.prepare('UPDATE erasures SET pending = NULL WHERE number = ? AND pending = ?')
    await inTransaction(db, () => end.run(number, NOBODY))
  }

  /** One after another. Those that fail do not hold up the others, and are tried again later. */
  async function finishAll(): Promise<void> {
    for (let next = selectNext.get(0); next && !isClosed; next = selectNext.get(Number(next['number'])))
      await finish(next).catch(failed)
  }

  function goOn(): void {
    isMoreToDo = running !== undefined
    if (isClosed || running) return
    running = finishAll()
      .catch(failed)
      .finally(() => {
        running = undefined
        if (isMoreToDo) goOn()
      })
  }

  // What is deleted is overwritten.
  db.exec('PRAGMA secure_delete = ON')
  goOn()
  // What has failed, as on a full disk, is tried again.
  const timer = setInterval(goOn, AGAIN_MS)
  timer.unref()

  return {
    isErased() {
      let { tombstones } = whatIsKnown()
      if (tombstones.size === 0) return () => false
      return (event, clockAheadMs) => {
        const signIn = tombstones.signInOfErased(event)
        if (signIn && event.visitor !== undefined) {
          eraseVisitor(event.visitor, signIn)
          ;({ tombstones } = whatIsKnown())
        }
        return tombstones.isErased(event, clockAheadMs) || wasErased.get(uuidBytes(event.id), 1) !== undefined
      }
    },
    async *about(subject) {
      for await (const rows of findEvents(db, everythingAbout(subject), columnsIn(db))) yield rows.map(eventReader())
    },
    consents: consentReader(db),
    async erase(subject, before = Date.now(), { keepsConsents = false } = {}) {
      const id = randomUUID()
      const subjects = await inTransaction(db, () => {
        const all = everythingAbout(subject)
        const salt = saltIn(db)
        const digests = all.map((one) => digestOf(one, salt))
        db.prepare(
          'INSERT INTO erasures (id, kind, digests, before, deleted, pending, keeps_consents) VALUES (?, ?, ?, ?, 0, ?, ?)',
        ).run(...[id, subject.kind, JSON.stringify(digests), before, JSON.stringify(all), Number(keepsConsents)])
        return all
      })
      known = undefined
      goOn()
      const visitors = subjects.length - 1
      return {
        ...{ id, kind: subject.kind, before, status: 'running', deleted: 0, visitors },
        ...(keepsConsents && { keepsConsents }),
      }
    },
    async erasedAmong(copies) {
      const { tombstones } = whatIsKnown()
      return copies
        .filter((copy) => tombstones.isErasedCopy(copy) || wasErased.get(uuidBytes(copy.id), 1) !== undefined)
        .map(({ id }) => id)
    },
    erasures: async () => selectAll.all().map(erasure),
    runningErasures: async () => selectRunning.all().map(erasure),
    async close() {
      isClosed = true
      clearInterval(timer)
      await running
    },
  }
}

const erasure = (row: Row): Erasure => ({
  id: String(row['id']),
  kind: String(row['kind']) as Erasure['kind'],
  before: Number(row['before']),
  status: row['pending'] === null ? 'done' : 'running',
  deleted: Number(row['deleted']),
  // The first one is the person, or who else it is.
  visitors: (JSON.parse(String(row['digests'])) as readonly string[]).length - 1,
  ...(row['keeps_consents'] === 1 && { keepsConsents: true }),
})
