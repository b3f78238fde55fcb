import { describe, expect, test } from 'vitest'
import type { ConsoleChange } from '../../../src/editing/consoleChange.ts'
import type { PollConnection } from '../../../src/protocol/consoleConnections.ts'
import { environment, flag, HOUR, KEPT, life, MINUTE, NOW, saidIn, SECOND } from './hostileWorld.ts'
import { state, stored, tab, user, type World } from './hostileWorld.ts'

/** A page that was opened a minute ago, and its event of ten seconds ago with these versions. */
const page = tab('one', { openedAt: NOW - MINUTE })
const eventWith = (versions: Readonly<Record<string, number>>, at = NOW - 10 * SECOND, app = 'Desk') => {
  const details = Object.entries(versions).map(([key, version]) => [key, { value: true, variation: 0, version }])
  return life(`${at}${app}`, KEPT, {
    app,
    event: stored(`${at}${app}`, { at, flags: Object.fromEntries(details) }).event,
  })
}
const version = (number: number) => flag('new', [], { version: number })
const change = (more: Partial<ConsoleChange> = {}): ConsoleChange => ({
  ...{ id: 1, at: NOW - HOUR, who: 'console', environment: 'env', key: 'new', canUndo: true },
  ...{ before: version(6), after: version(7), ...more },
})
const older = (more: Partial<World> = {}, held: Parameters<typeof state>[0] = {}): World => ({
  tabs: [page],
  lives: [eventWith({ new: 4 })],
  state: state({ environments: [environment('env', [version(7)])], changes: [change()], ...held }),
  ...more,
})

test('the console says that a page has an older version of a flag', () => {
  expect(saidIn(older())).toEqual(['flags: the page has version 4 of new, and the service has version 7'])
})

describe('the console does not say that a page has an older version', () => {
  const removed = { id: 2, at: NOW - 30 * MINUTE, before: version(7), after: undefined as never }
  test.each<[string, World]>([
    [
      'of a flag that was removed',
      older({}, { environments: [environment('env', [])], changes: [change(removed), change()] }),
    ],
    [
      'of a flag that was deleted',
      older({}, { environments: [environment('env', [flag('new', [], { version: 7, deleted: true })])] }),
    ],
    ['of a flag whose environment was removed', older({}, { environments: [] })],
    [
      'of a flag that has this version in another environment',
      older({}, { environments: [environment('env', [version(7)]), environment('other', [version(4)])] }),
    ],
    ['of a flag that has changed after the page was opened', older({}, { changes: [change({ at: NOW - SECOND })] })],
    [
      'of a flag that was made after the page was opened',
      older({}, { changes: [change({ at: NOW - SECOND, before: undefined as never })] }),
    ],
    [
      'when its latest event has the version',
      older({ lives: [eventWith({ new: 4 }, NOW - 30 * SECOND), eventWith({ new: 7 })] }),
    ],
    [
      'when its latest event does not have the flag',
      older({ lives: [eventWith({ new: 4 }, NOW - 30 * SECOND), eventWith({ old: 1 })] }),
    ],
    ['when it is closed', older({ tabs: [] })],
    ['when it is not heard', older({ tabs: [{ ...page, isQuiet: true }] })],
    [
      'when no page has reported its events',
      older({ lives: [], arrived: [stored('x', { flags: { new: { value: true, version: 4 } } })] }),
    ],
    ['when the services have restarted, and versions begin again', older({ lives: [eventWith({ new: 40 })] })],
    ['when the event is from before the services have started', older({}, { startedAt: NOW - SECOND, changes: [] })],
  ])('%s', (_, world) => {
    expect(saidIn(world)).toEqual([])
  })
  test('when the clock of the page is ahead, and the event was tracked as it opened', () => {
    const tabs = [{ ...page, clockAheadMs: HOUR }]
    const early = { ...eventWith({ new: 4 }, NOW - MINUTE + SECOND + HOUR), clockAheadMs: HOUR }
    expect(saidIn(older({ tabs, lives: [early] })).filter((text) => text.startsWith('flags'))).toEqual([])
  })
  test('after a change was undone, which has a version of its own', () => {
    const undo = change({ id: 2, who: 'undo', undoes: 1, at: NOW - 30 * MINUTE, before: version(7), after: version(8) })
    const environments = [environment('env', [version(8)])]
    expect(saidIn(older({ lives: [eventWith({ new: 8 })] }, { environments, changes: [undo, change()] }))).toEqual([])
  })
  test.each(['__proto__', 'constructor'])('but it says so once for a flag whose key is %s', (key) => {
    const own = flag(key, [], { version: 7 })
    const event = stored('x', { flags: JSON.parse(`{ "${key}": { "value": true, "version": 4 } }`) as object }).event
    const environments = [environment('env', [own])]
    const world = older(
      { lives: [life('x', KEPT, { event })] },
      { environments, changes: [change({ key, after: own })] },
    )
    expect(saidIn(world)).toEqual([`flags: the page has version 4 of ${key}, and the service has version 7`])
  })
})

const poll = (attributes: readonly string[], more: Partial<PollConnection> = {}): PollConnection => ({
  ...{ protocol: 'evalx', environment: 'env', contextKey: 'ada', count: 1, lastStatus: 200, firstAt: NOW - MINUTE },
  ...{ lastAt: NOW - MINUTE, user: { key: 'ada', attributes: ['key', ...attributes] }, ...more },
})
const asks = [environment('env', [flag('new', ['company_id'])])]
const ada = [user('ada', { company_id: 'c' })]
const missing = (more: Partial<World> = {}, held: Parameters<typeof state>[0] = {}): World => ({
  polls: [poll([])],
  state: state({ environments: asks, users: ada, ...held }),
  ...more,
})

test('the console says that a page sends a user without an attribute', () => {
  expect(saidIn(missing())).toEqual(['identity: the page sends ada without company_id, which a rule of new asks for'])
})

describe('the console does not say that a page sends a user without an attribute', () => {
  test.each<[string, World]>([
    ['when all pages are closed', missing({ tabs: [] })],
    ['when no page is heard', missing({ tabs: [tab('one', { isQuiet: true })] })],
    ['when no open page shows the user', missing({ tabs: [tab('one', { identity: 'ben' })] })],
    ['when the page was opened after the request', missing({ tabs: [tab('one', { openedAt: NOW - SECOND })] })],
    [
      'when it has sent it since, with another context',
      missing({ polls: [poll(['company_id'], { contextKey: 'x', lastAt: NOW - SECOND }), poll([])] }),
    ],
    ['when the user was removed from the file', missing({}, { users: [user('ben', { company_id: 'c' })] })],
    ['when the attribute was removed from the file', missing({}, { users: [user('ada')] })],
    ['when the attribute is null in the file', missing({}, { users: [user('ada', { company_id: null })] })],
    ['when the rule was removed', missing({}, { environments: [environment('env', [flag('new')])] })],
    [
      'when the flag was deleted',
      missing({}, { environments: [environment('env', [flag('new', ['company_id'], { deleted: true })])] }),
    ],
    ['when the environment was removed', missing({}, { environments: [] })],
    [
      'when only another environment has the rule',
      missing({}, { environments: [environment('other', asks[0]?.flags as never)] }),
    ],
    [
      'when the rule asks for a property that every object inherits, and the attribute is null',
      missing(
        {},
        {
          environments: [environment('env', [flag('new', ['constructor'])])],
          users: [user('ada', { constructor: null })],
        },
      ),
    ],
    [
      'when the rule asks for a property that every object inherits, and the user has no such attribute',
      missing({}, { environments: [environment('env', [flag('new', ['constructor'])])], users: [user('ada')] }),
    ],
    ['when there are no users', missing({}, { users: [] })],
  ])('%s', (_, world) => {
    expect(saidIn(world).filter((text) => text.startsWith('identity'))).toEqual([])
  })
})

const answer = (tookMs: number, at: number, more: object = {}) =>
  life(`${at}`, [
    { step: 'sent', destination: 'collector', at: at - tookMs },
    { step: 'acknowledged', destination: 'collector', at, ...more },
  ])

test('the console says that a destination has taken long to answer', () => {
  expect(saidIn({ lives: [answer(25_000, NOW - 20 * SECOND)] })).toEqual(['collector: has taken 25 s to answer'])
})

describe('the console does not say that a destination is slow', () => {
  const slow = answer(25_000, NOW - 20 * SECOND)
  test.each<[string, World]>([
    ['because of one answer an hour ago, with nothing sent since', { lives: [answer(25_000, NOW - HOUR)] }],
    ['after a quick answer', { lives: [slow, answer(100, NOW - SECOND)] }],
    ['when the page is closed', { lives: [slow], tabs: [] }],
    ['when the page is not heard', { lives: [slow], tabs: [tab('one', { isQuiet: true })] }],
    [
      'when another page got a quick answer since',
      {
        lives: [slow, { ...answer(100, NOW - SECOND), tab: 'two' }],
        tabs: [tab('one'), tab('two')],
      },
    ],
    [
      'when it is a script, which confirms nothing',
      { lives: [answer(25_000, NOW - 20 * SECOND, { isUnconfirmed: true })] },
    ],
  ])('%s', (_, world) => {
    expect(saidIn(world)).toEqual([])
  })
  test('but it says so of one application although another one gets quick answers', () => {
    const lives = [{ ...slow, app: 'Shop', tab: 'two' }, answer(100, NOW - SECOND)]
    expect(saidIn({ lives, tabs: [tab('one'), tab('two', { app: 'Shop', page: 'http://shop.test/' })] })).toHaveLength(
      1,
    )
  })
})

describe('the console does not say that no user has an attribute', () => {
  const users = [user('ada', { plan: 'a' })]
  test.each<[string, World]>([
    [
      'which the rule of a deleted flag asks for',
      {
        state: state({ users, environments: [environment('env', [flag('new', ['plann'], { deleted: true })])] }),
      },
    ],
    [
      'which an open page sends',
      {
        state: state({ users, environments: [environment('env', [flag('new', ['plann'])])] }),
        polls: [poll(['plann'])],
      },
    ],
  ])('%s', (_, world) => {
    expect(saidIn(world).filter((text) => text.includes('no user'))).toEqual([])
  })
})
