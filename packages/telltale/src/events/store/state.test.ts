import { describe, expect, test } from 'vitest'
import { PENDING } from '../../core/ports/eventStore.ts'
import { anEvent } from '../../testing/fakeHost.ts'
import { isPending, type Kept, put } from './kept.ts'
import { found, type Message, next } from './state.ts'
import type { QueuedRecord, RecordChange, TaskChange } from './storedRecord.ts'

const DRAFT: QueuedRecord = { event: anEvent('1'), todo: [PENDING] }
const COMPLETE: QueuedRecord = { event: anEvent('1'), todo: ['collector'] }

const add = (record: QueuedRecord): RecordChange => ({ type: 'add', record })
const done: TaskChange = { type: 'done', task: 'collector', ids: ['1'] }

/** What is left to do, where the event is, and who else may decide about it. */
function stateOf(kept: Kept | undefined): string {
  if (!kept) return 'forgotten'
  const { record, place, isPut, isContested } = kept
  const left = isPending(record) ? 'draft' : record.todo.length > 0 ? 'event' : 'done'
  return [left, place, ...(isPut ? [] : ['of another page']), ...(isContested ? ['contested'] : [])].join(', ')
}

/** Every state that is meant. */
const STATES: Readonly<Record<string, string>> = {
  'draft, unwritten': 'It waits for its user or its flags, and no write of it has been answered.',
  'draft, unwritten, contested': 'Its write is under way: another page may find it, and complete it first.',
  'draft, copied': 'The store has not taken it. A copy in localStorage is there for the next page.',
  'draft, copied, contested': 'The next page, or another tab, may find the copy and complete it first.',
  'draft, memory': 'Neither the store nor localStorage has it. It ends with the page unless it is sent.',
  'draft, memory, contested': 'The store has not answered a write of it: it may have it all the same.',
  'draft, outdated': 'More has become known of it, which the store does not have yet.',
  'draft, outdated, contested': 'The same, and another page may complete what the store has.',
  'draft, stored': 'The store has it. Only its page decides about it, which holds its lock.',
  'draft, stored, contested': 'The store has it, and any page may complete it.',
  'event, unwritten': 'It is complete, and no write of it has been answered. An exit sends it.',
  'event, unwritten, contested':
    'It was completed while the write of its draft was under way. An exit leaves it to the store.',
  'event, copied':
    'The store has not taken it. A copy in localStorage is there for the next page, and an exit sends it.',
  'event, copied, contested':
    'The same of a draft that another page may have completed. An exit leaves it to the copy.',
  'event, memory': 'Neither the store nor localStorage has it. An exit sends it.',
  'event, memory, contested': 'The same of a draft. An exit sends it: it would end with the page.',
  'event, outdated': 'The store has its draft. Only its page decides about it, so an exit sends it.',
  'event, outdated, contested': 'The store has its draft, and decides who was first. An exit leaves it to the store.',
  'event, stored': 'The store has it until it is delivered. An exit sends it.',
  'done, unwritten': 'It is delivered before any write of it has been answered.',
  'done, copied': 'It is delivered, and the copy says so until the store answers.',
  'done, memory': 'It is delivered, and was never stored.',
  'done, outdated': 'It is delivered, and the store still has its draft.',
  'done, stored': 'It is delivered, and the store is about to delete it.',
  'draft, stored, of another page': 'Read from the store, to be completed.',
  'draft, copied, of another page': 'Found in localStorage, and being brought into the store.',
  'draft, memory, of another page': 'Found in localStorage, and there is no room any more.',
  'draft, stored, of another page, contested': 'This page completes it now, and another one may do so, too.',
  'draft, copied, of another page, contested': 'The same before the store has it.',
  'draft, memory, of another page, contested': 'The same of a draft that the store does not take.',
  'event, stored, of another page': 'Read from the store, to be delivered.',
  'event, copied, of another page': 'Found in localStorage, and being brought into the store.',
  'event, memory, of another page': 'Found in localStorage, and there is no room any more.',
  'done, stored, of another page': 'It is delivered, and the store is about to delete it.',
  'done, copied, of another page': 'It is delivered before the store has taken it.',
  'done, memory, of another page': 'It is delivered, and was never stored.',
  forgotten: 'The store has it without tasks of this page, another page has completed it, or nothing is left to do.',
}

/** Everything that can happen to an event. A page amends drafts only. */
const happenings = (kept: Kept): readonly (readonly [string, Kept | undefined])[] => {
  const told = (name: string, message: Message) => [name, next(kept, message)] as const
  const { version, record, draft, place, isPut } = kept
  const isTask = !isPending(record) && record.todo.length > 0
  return [
    ...(isPending(record) ? [['more is known', put(kept, { ...DRAFT })] as const] : []),
    ...(isPending(record) ? [['amended', put(kept, COMPLETE)] as const] : []),
    ...(draft ? [told('its draft is stored', { type: 'stored', record: draft.record })] : []),
    ...(isPending(record) && place === 'unwritten' && isPut
      ? [told('its draft is written', { type: 'written', draft: add(record) })]
      : []),
    told('stored', { type: 'stored', record: version }),
    told('copied', { type: 'refused', isCopied: true }),
    told('not copied', { type: 'refused', isCopied: false }),
    // It is told of drafts, and of what completes them.
    ...(isPending(record) || draft || place === 'outdated' ? [told('contested', { type: 'contested' })] : []),
    told('foreign', { type: 'foreign' }),
    ...(isTask ? [told('delivered', { type: 'tasks', change: done })] : []),
    told('recorded', { type: 'recorded' }),
    told('waited', { type: 'waited', ms: 1 }),
    told('restored', { type: 'restored' }),
    told('crowded', { type: 'crowded' }),
  ]
}

/** One event in each state that can be reached, by all that decides what may happen next. */
function reachable(): ReadonlyMap<string, Kept | undefined> {
  const states = new Map<string, Kept | undefined>()
  const open: (Kept | undefined)[] = [
    ...[put(undefined, DRAFT), put(undefined, COMPLETE)],
    ...[DRAFT, COMPLETE].flatMap((record) => [found(record, 'stored'), found(record, 'copied')]),
  ]
  for (const kept of open) {
    const name = [stateOf(kept), kept?.draft && kept.draft.record === kept.version, kept?.draft === undefined].join()
    if (states.has(name)) continue
    states.set(name, kept)
    if (kept) open.push(...happenings(kept).map(([, after]) => after))
  }
  return states
}

const ALL = [...reachable().values()].flatMap((kept) => kept ?? [])

test('an event is in no state that is not meant, and each of them can be reached', () => {
  expect([...new Set([...reachable().values()].map(stateOf))].sort()).toEqual(Object.keys(STATES).sort())
})

describe('whatever has happened to an event before', () => {
  const after = (what: string) =>
    ALL.flatMap((kept) => happenings(kept).flatMap(([name, known]) => (name === what ? [[kept, known] as const] : [])))

  test('the store has it once the store has its latest version, and its draft need not be written again', () => {
    expect(after('stored').length).toBeGreaterThan(30)
    for (const [, known] of after('stored')) expect(known).toMatchObject({ place: 'stored', draft: undefined })
  })

  test('the store has its draft once a version before the latest one is stored', () => {
    const earlier = after('its draft is stored').filter(([kept]) => kept.draft?.record !== kept.version)
    expect(earlier.length).toBeGreaterThan(5)
    for (const [, known] of earlier) expect(known).toMatchObject({ place: 'outdated', draft: undefined })
  })

  test('a version that the store has is not lost by a write that fails', () => {
    for (const [kept, known] of [...after('copied'), ...after('not copied')])
      if (kept.place === 'stored' || kept.place === 'outdated') expect(known).toBe(kept)
  })

  test('nobody contests what is delivered, or what the store has as an event', () => {
    const all = ALL.filter(
      ({ record, place }) => record.todo.length === 0 || (place === 'stored' && !isPending(record)),
    )
    for (const { isContested } of all) expect(isContested).not.toBe(true)
  })

  test('it is forgotten when another page has completed it, or delivers it', () => {
    for (const [, known] of after('foreign')) expect(known).toBeUndefined()
  })

  test('a draft of this page is never forgotten for room, and neither is what the store does not have', () => {
    for (const [kept, known] of after('crowded'))
      if (kept.place !== 'stored' || (kept.isPut && isPending(kept.record))) expect(known).toBe(kept)
      else expect(known).toBeUndefined()
  })

  test('each change leaves the events before it as they were', () => {
    for (const kept of ALL) {
      const before = JSON.stringify(kept)
      happenings(Object.freeze(kept))
      expect(JSON.stringify(kept)).toBe(before)
    }
  })
})
