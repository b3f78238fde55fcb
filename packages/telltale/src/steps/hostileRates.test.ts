import { describe, expect, it } from 'vitest'
import type { EventKind, AnalyticsEvent } from '../core/model/event.ts'
import type { Step } from '../core/step.ts'
import { fakeFlagService } from '../testing/fakeFlagService.ts'
import { createTelltaleAtOnce, launchDarklyAtOnce } from '../testkit/createTelltaleAtOnce.ts'
import { visitor } from '../visitor.ts'
import { sampleBy } from './sampleBy.ts'

// Flags, names and kinds that nobody expects, by what the documentation says of `sampleBy()`.

const flag = (value: unknown, version = 1) => ({ 'events-rate': { value, version, variation: 0 } })

interface PageOptions {
  readonly service?: ReturnType<typeof fakeFlagService>
  readonly who?: string | null
  readonly steps?: readonly Step[]
  readonly key?: string
}

function openPage(value: unknown, options: PageOptions = {}) {
  const { service = fakeFlagService(flag(value)), who = 'ida', steps = [], key = 'events-rate' } = options
  const taken: AnalyticsEvent[] = []
  const { platform } = service
  let person = who
  const telltale = createTelltaleAtOnce(
    {
      app: 'Desk',
      identity: { person: () => (person === null ? null : { unique_identity: person }), visitor: visitor() },
      flags: launchDarklyAtOnce({ clientSideId: 'env' }),
      events: { steps: [sampleBy(key), ...steps] },
      destinations: [
        { name: 'own', deliver: async (batch) => (taken.push(...batch), { outcome: 'delivered' as const }) },
      ],
    },
    platform,
  )
  return {
    service,
    telltale,
    taken,
    named: (name: string) => taken.filter((event) => event.name === name),
    be(next: string | null) {
      person = next
      void telltale.identity.refresh()
    },
    advance: (ms = 1_000) => platform.clock.advance(ms),
  }
}

/** A step that records an event of a kind when the test says so. */
function recorder() {
  let record: (name: string, kind: EventKind) => void = () => {}
  const step: Step = {
    name: 'own',
    start(host) {
      record = (name, kind) => host.record(name, {}, kind)
      return () => {}
    },
  }
  return { step, record: (name: string, kind: EventKind) => record(name, kind) }
}

describe('the table', () => {
  it.each<[title: string, table: string, left: readonly string[]]>([
    ['names of the language', '{"__proto__": 0, "toString": 0, "constructor": 0}', ['one', '*']],
    ['no name', '{}', ['one', '*', '__proto__', 'toString', 'constructor']],
    ['the name `*` for all', '{"*": 0, "one": 1}', ['one']],
    ['null, as if the name were not there', '{"one": null, "*": 0}', []],
    ['-0 and 1.0', '{"one": -0, "*": 1.0}', ['*', '__proto__', 'toString', 'constructor']],
    ['texts, and no number', '{"one": "0", "*": 0}', ['one']],
    ['numbers below 0', '{"one": -1, "*": 0}', ['one']],
    ['lists', '{"one": [0], "*": 0}', ['one']],
    ['no text as the rate of all', '{"*": "0"}', ['one', '*', '__proto__', 'toString', 'constructor']],
  ])('may have %s', async (_title, table, left) => {
    const page = openPage(JSON.parse(table))
    await page.advance()
    for (const name of ['one', '*', '__proto__', 'toString', 'constructor']) page.telltale.track(name)
    await page.advance()
    const names = page.taken.map(({ name }) => name).filter((name) => !name.startsWith('Load'))
    expect(names).toEqual(left)
  })

  it('that is wrong is said once, however many events there are', async () => {
    const page = openPage({ '*': 'all' })
    await page.advance()
    for (let n = 0; n < 100; n += 1) page.telltale.track(`n${n}`)
    await page.advance()
    expect(page.service.platform.logged.filter((line) => line.includes('T213'))).toHaveLength(1)
  })

  it.each(['__proto__', 'constructor', 'absent'])('of the flag %s, which is none, keeps all events', async (key) => {
    const page = openPage(0, { key })
    await page.advance()
    page.telltale.track('one')
    await page.advance()
    expect(page.named('one')).toHaveLength(1)
  })
})

describe('the kind of an event', () => {
  it.each<[kind: EventKind, isKept: boolean]>([
    ['page', false],
    ['error', false],
    ['vital', false],
    ['exposure', false],
    ['sign-in', true],
    ['consent', true],
  ])('%s is kept at the rate 0: %s', async (kind, isKept) => {
    const own = recorder()
    const page = openPage(0, { steps: [own.step] })
    await page.advance()
    own.record('one', kind)
    await page.advance()
    expect(page.named('one')).toHaveLength(isKept ? 1 : 0)
  })

  it('error has a rate of its own, and other events stay whole', async () => {
    const own = recorder()
    const page = openPage({ Error: 0, '*': 1 }, { steps: [own.step] })
    await page.advance()
    own.record('Error', 'error')
    page.telltale.track('one')
    await page.advance()
    expect([page.named('Error').length, page.named('one').length]).toEqual([0, 1])
    expect(page.named('one')[0]?.moment?.sampleRate).toBeUndefined()
  })

  it('exposure is of the same persons as the events, at the same rate', async () => {
    const kept: number[] = []
    for (let n = 0; n < 20; n += 1) {
      const own = recorder()
      const page = openPage(0.5, { who: `u-${n}`, steps: [own.step] })
      await page.advance()
      own.record('Flag shown', 'exposure')
      page.telltale.track('one')
      await page.advance()
      const counts = [page.named('Flag shown').length, page.named('one').length]
      expect([
        [0, 0],
        [1, 1],
      ]).toContainEqual(counts)
      kept.push(counts[0] ?? 0)
      expect(page.named('Flag shown').every(({ moment }) => moment?.sampleRate === 0.5)).toBe(true)
    }
    expect(new Set(kept)).toEqual(new Set([0, 1]))
  })

  it('of the sign-in of a visitor is kept, with what joins both, although the rate is 0', async () => {
    const page = openPage(0, { who: null })
    await page.advance()
    page.be('ida')
    await page.advance(60_000)
    expect(page.taken.filter(({ kind }) => kind === 'sign-in')).toMatchObject([
      { identity: { id: 'ida' }, properties: { visitor: expect.any(String) } },
    ])
    expect(page.taken.find(({ kind }) => kind === 'sign-in')?.moment?.sampleRate).toBeUndefined()
  })
})

describe('an event', () => {
  it('has the rate of its own moment, although the flag has changed before its user was known', async () => {
    const page = openPage(0)
    await page.advance()
    page.telltale.track('one')
    await page.service.send('patch', { path: '/events-rate', key: 'events-rate', value: 1, version: 2 })
    page.telltale.track('two')
    await page.service.send('delete', { path: '/events-rate', key: 'events-rate', version: 3 })
    page.telltale.track('three')
    await page.advance()
    expect(['one', 'two', 'three'].map((name) => page.named(name).length)).toEqual([0, 1, 1])
  })

  it('follows a flag service that was down at first', async () => {
    const service = fakeFlagService(flag(0))
    service.answers.poll = { status: 503 }
    service.answers.stream = { status: 503 }
    const page = openPage(0, { service })
    page.telltale.track('one')
    await page.advance(60_000)
    delete service.answers.poll
    delete service.answers.stream
    await page.advance(600_000)
    page.telltale.track('two')
    await page.advance(60_000)
    expect(['one', 'two'].map((name) => page.named(name).length)).toEqual([1, 0])
  })
})
