import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqlite } from '@telltale/collector/sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openVersions, type PlaceContent, type VersionStore } from './versionStore.ts'

let folder: string
let file: string
let open: VersionStore[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'telltale-versions-'))
  file = join(folder, 'made', 'events.versions.db')
  open = []
})
afterEach(async () => {
  for (const store of open) store.close()
  await rm(folder, { recursive: true, force: true })
})

function opened(limits?: Parameters<typeof openVersions>[1], path = file): VersionStore {
  const store = openVersions(path, limits)
  open.push(store)
  return store
}

function closed(store: VersionStore): void {
  store.close()
  open = open.filter((one) => one !== store)
}

const flag = (key: string, json: string | null): PlaceContent => ({ kind: 'flag', environment: 'e', key, json })
const context = (key: string, json: string): PlaceContent => ({ kind: 'context', environment: 'e', key, json })
const place = (key: string) => ({ kind: 'flag', environment: 'e', key }) as const

/** The content at a moment. */
function contentAt(store: VersionStore, key: string, at: number): string | null | undefined {
  const state = store.stateAt(at)
  return state === undefined ? undefined : store.version(place(key), state)?.json
}

describe('the content of a moment', () => {
  test('is the same after a restart', () => {
    const first = opened()
    first.add([flag('a', '1')], 100)
    first.add([flag('a', '2')], 200)
    first.add([flag('a', null)], 300)
    closed(first)
    const store = opened()
    expect([99, 100, 199, 200, 300].map((at) => contentAt(store, 'a', at))).toEqual([undefined, '1', '1', '2', null])
    expect(store.current()).toEqual([])
  })

  test('is the later one of two versions in one millisecond', () => {
    const store = opened()
    store.add([flag('a', '1')], 100)
    store.add([flag('a', '2')], 100)
    expect(contentAt(store, 'a', 100)).toBe('2')
  })

  test('is the latest after the clock was set back', () => {
    const store = opened()
    store.add([flag('a', '1')], 1_000)
    store.add([flag('a', '2')], 500)
    expect([499, 500, 1_000].map((at) => contentAt(store, 'a', at))).toEqual([undefined, '2', '2'])
    expect(store.next(place('a'), 1)?.since).toBe(500)
  })

  test('is what is in force after the clock was set back and nothing else has changed', () => {
    const store = opened()
    store.add([flag('a', '1')], 1_000)
    store.add([flag('a', '2')], 2_000)
    store.add([context('ada', '{}')], 3_000)
    store.add([context('ada', '{}')], 500)
    store.add([], 400)
    store.add([], 450)
    expect([399, 400, 500].map((at) => contentAt(store, 'a', at))).toEqual([undefined, '2', '2'])
    expect(store.contexts({ environment: 'e', key: 'ada' }, store.stateAt(400) ?? 0)).toHaveLength(1)
    expect(store.stateAt(450)).toBe(5)
  })

  test('has each of three versions of which the first and the last are the same', () => {
    const store = opened()
    for (const [at, json] of ['1', '2', '1'].entries()) store.add([flag('a', json)], at)
    store.add([flag('a', '1')], 9)
    expect([0, 1, 2, 9].map((at) => contentAt(store, 'a', at))).toEqual(['1', '2', '1', '1'])
    expect(store.version(place('a'), store.stateAt(9) ?? 0)?.since).toBe(2)
  })

  test('is never a half of a change of several flags', () => {
    const store = opened()
    store.add([flag('a', '1'), flag('b', '1')], 100)
    store.add([flag('a', '2'), flag('b', '2')], 100)
    expect(store.statesAfter(0, 100)).toEqual([1, 2])
    expect(store.version(place('b'), 1)?.json).toBe('1')
  })

  test('is found by any text as a key', () => {
    const store = opened()
    const keys = [
      '__proto__',
      'constructor',
      '',
      'a"b',
      "a'b",
      'a\0b',
      'a\0c',
      '\uD800',
      '\uD801',
      'é',
      'e\u0301',
      '💡',
    ]
    store.add(
      keys.map((key, index) => flag(key, String(index))),
      1,
    )
    expect(keys.map((key) => contentAt(store, key, 1))).toEqual(keys.map((_, index) => String(index)))
    expect(new Set(store.current().map(({ key }) => key))).toEqual(new Set(keys))
  })
})

describe('two processes with one file', () => {
  test('each know what the other one has written, and write the same content once', () => {
    const [one, other] = [opened(), opened()]
    one.add([flag('a', '1')], 100)
    other.add([flag('a', '1')], 105)
    other.add([flag('a', '2')], 200)
    expect(one.statesAfter(0, 300)).toEqual([1, 2])
    expect(contentAt(one, 'a', 200)).toBe('2')
  })
})

describe('a file that is full', () => {
  const LIMITS = { rows: 20, length: 1_000_000 }

  test('keeps what is in force, however old it is, and every state from the floor on', () => {
    const store = opened(LIMITS)
    const model: Map<string, string | null>[] = []
    let now = new Map<string, string | null>()
    store.add([flag('old', 'old')], 0)
    for (let step = 1; step <= 500; step++) {
      const key = `flag ${(step * 7) % 5}`
      const json = step % 11 === 0 ? null : String(step)
      store.add([flag(key, json)], step)
      now = new Map(now).set(key, json)
      model[step] = now
    }
    const floor = store.floor()
    expect(floor).toBeGreaterThan(450)
    expect(contentAt(store, 'old', 500)).toBe('old')
    let complete = 0
    for (let step = 1; step <= 500; step++) {
      const state = store.stateAt(step) ?? 0
      if (state < floor) continue
      complete++
      for (const [key, json] of model[step] ?? []) expect(store.version(place(key), state)?.json ?? null).toBe(json)
    }
    expect(complete).toBeGreaterThan(10)
  })

  test('stays small when flags are made and removed without end', () => {
    const store = opened(LIMITS)
    for (let step = 0; step < 300; step++) {
      store.add([flag(`flag ${step}`, '1')], step)
      store.add([flag(`flag ${step}`, null)], step)
    }
    expect(store.statesAfter(0, 300).length).toBeLessThanOrEqual(LIMITS.rows + 1)
    store.add([flag('last', '1')], 300)
    expect(store.stateAt(300)).toBe(601)
    expect(store.current()).toHaveLength(1)
  })

  test('keeps flags when contexts come without end, and contexts when flags change without end', () => {
    const store = opened(LIMITS)
    store.add([flag('a', '1')], 0)
    store.add([flag('a', '2')], 0)
    for (let step = 1; step <= 300; step++) store.add([context(`person ${step}`, '{}')], step)
    expect(store.version(place('a'), 1)?.json).toBe('1')
    expect(store.contexts({ environment: 'e', key: 'person 300' }, 1_000)).toHaveLength(1)
    expect(store.contexts({ environment: 'e', key: 'person 1' }, 1_000)).toHaveLength(0)
    for (let step = 301; step <= 600; step++) store.add([flag('a', String(step))], step)
    expect(store.contexts({ environment: 'e', key: 'person 300' }, 1_000)).toHaveLength(1)
  })

  test('is measured by what it has, too', () => {
    const store = opened({ rows: 1000, length: 10_000 })
    for (let step = 0; step < 50; step++) store.add([flag('a', `"${String(step).padEnd(2_000)}"`)], step)
    expect(store.statesAfter(0, 50).length).toBeLessThanOrEqual(6)
    expect(contentAt(store, 'a', 49)).toContain('49')
  })

  test('is full after a restart, too', () => {
    const first = opened(LIMITS)
    for (let step = 0; step < 20; step++) first.add([flag('a', String(step))], step)
    closed(first)
    const store = opened(LIMITS)
    for (let step = 20; step < 25; step++) store.add([flag('a', String(step))], step)
    expect(store.statesAfter(0, 25).length).toBeLessThanOrEqual(LIMITS.rows + 1)
    expect(store.floor()).toBeGreaterThan(1)
  })
})

describe('a file that cannot be used', () => {
  test('is refused if it is of a newer version, and stays as it is', () => {
    closed(opened())
    const db = openSqlite(file)
    db.exec('PRAGMA user_version = 2')
    db.close()
    expect(() => openVersions(file)).toThrow('newer version')
    expect(() => openVersions(file)).toThrow('newer version')
  })

  test('is refused if it is something else', async () => {
    const path = join(folder, 'text.db')
    await writeFile(path, 'This is no database. '.repeat(100))
    expect(() => openVersions(path)).toThrow()
  })
})
