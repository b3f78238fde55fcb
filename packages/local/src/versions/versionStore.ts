import { mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { openSqlite, type Sqlite } from '@telltale/collector/sqlite'
import { dropOldest, type Limits } from './dropOldest.ts'

/** What has versions: a flag of an environment, a segment of all environments, or the context of a person in an environment. */
export interface Place {
  readonly kind: 'flag' | 'segment' | 'context'
  /** A client-side id. Empty for a segment. */
  readonly environment: string
  readonly key: string
}

export interface PlaceContent extends Place {
  /** JSON. Null if it was removed. */
  readonly json: string | null
}

export interface Version {
  /** Grows with each change of anything. What changed together has the same number. */
  readonly state: number
  /** Milliseconds since 1970, by the clock of this machine, which may have been set back between two versions. */
  readonly since: number
  readonly json: string | null
}

/** The contents that the flag service has used, on the disk. */
export interface VersionStore {
  /**
   * Adds those that differ from the latest version of their place, as one state. If there are none and the clock was set back, what is in
   * force is noted with the new time.
   */
  add(contents: readonly PlaceContent[], since: number): void
  /** The flags and segments that were not removed. */
  current(): readonly PlaceContent[]
  /** The number of the latest state that had begun at that time. */
  stateAt(at: number): number | undefined
  /** The states after this one that had begun at that time, the oldest first. */
  statesAfter(state: number, until: number): readonly number[]
  /** The version of a place in a state. */
  version(place: Place, state: number): Version | undefined
  /** The version that followed. */
  next(place: Place, state: number): Version | undefined
  /** The contexts of a person in an environment up to this state, the newest first. */
  contexts(place: Omit<Place, 'kind'>, state: number): readonly Version[]
  /** Those after this state that had begun at that time, the oldest first. */
  contextsAfter(place: Omit<Place, 'kind'>, state: number, until: number): readonly Version[]
  /** States of flags below this one are not complete any more. */
  floor(): number
  close(): void
}

const LIMITS: Limits = { rows: 10_000, length: 50_000_000 }

/** Of one person. */
const MAX_CONTEXTS = 20
const FORM = 1
const TABLES = `
CREATE TABLE versions (
  state INTEGER NOT NULL,
  -- The kind of a place, or clock if only the time has changed.
  kind TEXT NOT NULL,
  -- The environment and the key as JSON: any text may be a key.
  place TEXT NOT NULL,
  since INTEGER NOT NULL,
  json TEXT
);
CREATE UNIQUE INDEX versions_of_place ON versions (kind, place, state);
CREATE INDEX versions_of_state ON versions (state, since);
CREATE INDEX versions_since ON versions (since, state);
CREATE TABLE floor (state INTEGER NOT NULL);
INSERT INTO floor VALUES (0);
PRAGMA user_version = ${FORM};
`

/** @param file a path, or `:memory:`. @throws the reason why it cannot be used */
export function openVersions(file: string, limits: Limits = LIMITS): VersionStore {
  if (file !== ':memory:') mkdirSync(dirname(resolve(file)), { recursive: true })
  const db = openSqlite(file)
  try {
    prepareTables(db)
    return versionStore(db, limits)
  } catch (error) {
    db.close()
    throw error
  }
}

function versionStore(db: Sqlite, limits: Limits): VersionStore {
  const one = 'SELECT state, since, json FROM versions WHERE kind = ? AND place = ?'
  const sql = {
    latest: db.prepare(`${one} ORDER BY state DESC LIMIT 1`),
    at: db.prepare(`${one} AND state <= ? ORDER BY state DESC LIMIT 1`),
    next: db.prepare(`${one} AND state > ? ORDER BY state LIMIT 1`),
    contexts: db.prepare(`${one} AND state <= ? ORDER BY state DESC LIMIT ${MAX_CONTEXTS}`),
    contextsAfter: db.prepare(`${one} AND state > ? AND since <= ? ORDER BY state LIMIT ${MAX_CONTEXTS}`),
    add: db.prepare('INSERT INTO versions VALUES (?, ?, ?, ?, ?)'),
    last: db.prepare('SELECT max((SELECT coalesce(max(state), 0) FROM versions), state) AS state FROM floor'),
    lastSince: db.prepare('SELECT since FROM versions ORDER BY state DESC LIMIT 1'),
    stateAt: db.prepare('SELECT max(state) AS state FROM versions WHERE since <= ?'),
    after: db.prepare('SELECT DISTINCT state FROM versions WHERE state > ? AND since <= ? ORDER BY state'),
    current: db.prepare(
      "SELECT kind, place, json, max(state) AS state FROM versions WHERE kind IN ('flag', 'segment') GROUP BY kind, place",
    ),
    floor: db.prepare('SELECT state FROM floor'),
  }
  const drop = dropOldest(db, limits)

  return {
    add(contents, since) {
      inTransaction(db, () => {
        const changed = contents.filter(
          (content) => (sql.latest.get(...placed(content)) ?? { json: null })['json'] !== content.json,
        )
        const isSetBack = since < Number(sql.lastSince.get()?.['since'] ?? -Infinity)
        if (changed.length === 0 && !isSetBack) return
        const state = Number(sql.last.get()?.['state']) + 1
        if (changed.length === 0) sql.add.run(state, 'clock', '', since, '')
        for (const { json, ...place } of changed) sql.add.run(state, ...placed(place), since, json)
        drop(changed)
      })
    },
    current: () =>
      sql.current.all().flatMap(({ kind, place, json }) => {
        const [environment, key] = JSON.parse(String(place)) as [string, string]
        return json === null ? [] : [{ kind: kind as Place['kind'], environment, key, json: String(json) }]
      }),
    stateAt: (at) => stateOf(sql.stateAt.get(at)),
    statesAfter: (state, until) => sql.after.all(state, until).map((row) => Number(row['state'])),
    version: (place, state) => versionOf(sql.at.get(...placed(place), state)),
    next: (place, state) => versionOf(sql.next.get(...placed(place), state)),
    contexts: (place, state) =>
      sql.contexts.all(...placed({ kind: 'context', ...place }), state).flatMap((row) => versionOf(row) ?? []),
    contextsAfter: (place, state, until) =>
      sql.contextsAfter
        .all(...placed({ kind: 'context', ...place }), state, until)
        .flatMap((row) => versionOf(row) ?? []),
    floor: () => stateOf(sql.floor.get()) ?? 0,
    close: () => db.close(),
  }
}

function prepareTables(db: Sqlite): void {
  db.exec('PRAGMA busy_timeout = 1000')
  db.exec('PRAGMA journal_mode = WAL')
  // A power failure may take the last versions, and nothing else.
  db.exec('PRAGMA synchronous = NORMAL')
  inTransaction(db, () => {
    const form = Number(db.prepare('PRAGMA user_version').get()?.['user_version'])
    if (form > FORM) throw new Error('it was written by a newer version of the services')
    if (form < FORM) db.exec(TABLES)
  })
}

/** Another process may write to the file: two `telltale dev` may run in one folder. */
function inTransaction(db: Sqlite, work: () => void): void {
  db.exec('BEGIN IMMEDIATE')
  try {
    work()
    db.exec('COMMIT')
  } catch (error) {
    db.exec('ROLLBACK')
    throw error
  }
}

type Row = ReturnType<ReturnType<Sqlite['prepare']>['get']>

const placed = ({ kind, environment, key }: Place) => [kind, JSON.stringify([environment, key])] as const

const stateOf = (row: Row) => (row?.['state'] == null ? undefined : Number(row['state']))

const versionOf = (row: Row): Version | undefined =>
  row && {
    state: Number(row['state']),
    since: Number(row['since']),
    json: row['json'] === null ? null : String(row['json']),
  }
