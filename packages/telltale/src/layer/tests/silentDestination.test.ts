import { describe, expect, it } from 'vitest'
import { collector } from '../../collector.ts'
import type { AnalyticsEvent } from '../../core/model/event.ts'
import { fakeDisk, type FakeDisk } from '../../testing/fakeDisk.ts'
import { fakePlatform } from '../../testing/fakePlatform.ts'
import type { FakeAnswer } from '../../testing/fakeTransport.ts'
import { createTelltaleAtOnce } from '../../testkit/createTelltaleAtOnce.ts'
import { sandboxSettings } from './sandboxSettings.suite.ts'
import { readBatch } from '../../testing/readBatch.ts'

type Answer = FakeAnswer | Promise<FakeAnswer>

interface Page {
  disk?: FakeDisk
  answer: () => Answer
  url?: string
}

function openPage({ disk = fakeDisk(), answer, url = 'https://collector/' }: Page) {
  const server = { answer }
  const taken: string[] = []
  const platform = fakePlatform(async ({ body }) => {
    const answered = await server.answer()
    const { events } = readBatch(body) as { events: AnalyticsEvent[] }
    if (typeof answered === 'object' && answered.status === 202) taken.push(...events.map(({ name }) => name))
    return answered
  }, disk)
  const destinations = [collector({ url })]
  const telltale = createTelltaleAtOnce({ ...sandboxSettings, promotion: 'production', destinations }, platform)
  return { server, taken, platform, telltale }
}

const NEVER = () => new Promise<FakeAnswer>(() => {})

describe('a destination that does not answer', () => {
  it.each<[string, () => Answer]>([
    ['cannot be reached', () => 'network'],
    ['leaves requests open', NEVER],
  ])('a destination is one error in production when for 30 s it %s', async (_, answer) => {
    const { platform, telltale } = openPage({ answer })
    for (const name of ['1', '2', '3']) telltale.track(name)
    await platform.clock.advance(30_000)
    expect(platform.logged).toEqual([])
    await platform.clock.advance(1_000)
    expect(platform.logged).toEqual([
      'Telltale (collector): no answer for 30 s from https://collector/: check its address, its server and CORS. Events that wait: 3 (T67)',
    ])
    await platform.clock.advance(300_000)
    expect(platform.logged).toHaveLength(1)
    telltale.close()
    await platform.settle()
    expect(platform.clock.pending).toBe(0)
  })

  it.each(
    [407, 408, 425, 429, 500, 502, 503, 504].flatMap(
      (status) =>
        [
          [status, undefined],
          [status, 3_600],
        ] as const,
    ),
  )(
    'a destination that takes nothing for 30 s because it answers %i, and asks to wait %s s, is one error that says so',
    async (status, waitS) => {
      const headers = waitS === undefined ? {} : { 'Retry-After': String(waitS) }
      const { server, taken, platform, telltale } = openPage({ answer: () => ({ status, headers }) })
      telltale.track('1')
      await platform.clock.advance(31_000)
      const isDenied = status === 407
      const says = isDenied
        ? `its server answers with status ${status}. Events are kept and tried again: check url and who may post there. (T73)`
        : `has taken no events for 30 s: its server answers with status ${status}${waitS ? `, which asks to wait ${waitS} s` : ''}. Events that wait: 1 (T150)`
      expect(platform.logged).toEqual([`Telltale (collector): ${says}`])
      await platform.clock.advance(300_000)
      expect(platform.logged).toHaveLength(1)
      // Once it works, and then fails again, that is another report.
      server.answer = () => ({ status: 202 })
      await platform.clock.advance(3_700_000)
      expect(taken).toEqual(['1'])
      server.answer = () => ({ status, headers })
      telltale.track('2')
      await platform.clock.advance(60_000)
      if (!isDenied) expect(platform.logged).toHaveLength(2)
      telltale.close()
      await platform.settle()
      expect(platform.clock.pending).toBe(0)
    },
  )

  it('a destination that asks for a wait and takes the events within 30 s is no error', async () => {
    const answers: FakeAnswer[] = [{ status: 429, headers: { 'Retry-After': '20' } }]
    const { taken, platform, telltale } = openPage({ answer: () => answers.shift() ?? { status: 202 } })
    telltale.track('1')
    await platform.clock.advance(120_000)
    expect([taken, platform.logged]).toEqual([['1'], []])
    telltale.close()
  })

  it('the report of a silent destination has its address without a query, a fragment and an e-mail address', async () => {
    const url = 'https://collector/ida@example.com/batches?key=secret#part'
    const { platform, telltale } = openPage({ answer: () => 'network', url })
    telltale.track('1')
    await platform.clock.advance(31_000)
    expect(platform.logged).toEqual([
      'Telltale (collector): no answer for 30 s from https://collector//batches: check its address, its server and CORS. Events that wait: 1 (T67)',
    ])
    telltale.close()
  })

  it('a destination that does not answer is reported again when it has answered in between', async () => {
    const { server, taken, platform, telltale } = openPage({ answer: () => 'network' })
    telltale.track('1')
    await platform.clock.advance(60_000)
    server.answer = () => ({ status: 202 })
    await platform.clock.advance(120_000)
    expect(taken).toEqual(['1'])
    server.answer = () => 'network'
    telltale.track('2')
    await platform.clock.advance(60_000)
    expect(platform.logged).toEqual(
      Array.from(
        { length: 2 },
        () =>
          'Telltale (collector): no answer for 30 s from https://collector/: check its address, its server and CORS. Events that wait: 1 (T67)',
      ),
    )
    telltale.close()
  })

  it.each<[string, FakeAnswer]>([
    ['asks to be left alone for some time', { status: 503, headers: { 'Retry-After': '600' } }],
    ['denies access, which is reported at once', { status: 403 }],
  ])('a destination is not reported as silent when it %s', async (_, answer) => {
    const { platform, telltale } = openPage({ answer: () => answer })
    telltale.track('1')
    await platform.clock.advance(120_000)
    expect(platform.logged.join()).not.toContain('no answer')
    telltale.close()
  })

  it('a destination that does not answer for less than 30 s is not reported', async () => {
    const { server, platform, telltale } = openPage({ answer: () => 'network' })
    telltale.track('1')
    await platform.clock.advance(20_000)
    server.answer = () => ({ status: 202 })
    await platform.clock.advance(120_000)
    expect(platform.logged).toEqual([])
    telltale.close()
  })

  it('a destination is not reported by a tab whose events another tab has delivered', async () => {
    const disk = fakeDisk()
    const one = openPage({ disk, answer: () => 'network' })
    one.telltale.track('1')
    await one.platform.clock.advance(5_000)
    const two = openPage({ disk, answer: () => ({ status: 202 }) })
    await two.platform.clock.advance(5_000)
    expect(two.taken).toEqual(['1'])
    await one.platform.clock.advance(120_000)
    expect(one.platform.logged).toEqual([])
    for (const { telltale } of [one, two]) telltale.close()
  })
})

describe('events that were refused on an earlier visit', () => {
  it('events refused on an earlier visit are sent again once the destination has accepted another event, and no longer kept', async () => {
    const disk = fakeDisk()
    const first = openPage({ disk, answer: () => ({ status: 400 }) })
    for (const name of ['1', '2']) first.telltale.track(name)
    await first.platform.clock.advance(5_000)
    first.telltale.close()
    const next = openPage({ disk, answer: () => ({ status: 202 }) })
    await next.platform.clock.advance(60_000)
    expect(next.taken).toEqual([])
    next.telltale.track('3')
    await next.platform.clock.advance(5_000)
    expect(next.taken).toEqual(['3', '1', '2'])
    expect(await next.telltale.refused.read()).toEqual([])
    next.telltale.close()
  })

  it('events that are refused again are sent once in a visit, and stay kept without a second report', async () => {
    const disk = fakeDisk()
    const first = openPage({ disk, answer: () => ({ status: 400 }) })
    first.telltale.track('bad')
    await first.platform.clock.advance(5_000)
    first.telltale.close()
    const sent: string[] = []
    const platform = fakePlatform(({ body }): FakeAnswer => {
      const names = (readBatch(body).events as AnalyticsEvent[]).map(({ name }) => name)
      sent.push(...names)
      return { status: names.includes('bad') ? 400 : 202 }
    }, disk)
    const destinations = [collector({ url: 'https://collector/' })]
    const telltale = createTelltaleAtOnce({ ...sandboxSettings, promotion: 'production', destinations }, platform)
    for (const name of ['1', '2', '3']) {
      telltale.track(name)
      await platform.clock.advance(60_000)
    }
    expect(sent).toEqual(['1', 'bad', '2', '3'])
    expect(platform.logged).toEqual([])
    expect((await telltale.refused.read()).map(({ event }) => event.name)).toEqual(['bad'])
    telltale.close()
  })

  it('events refused on this visit are not sent again automatically', async () => {
    const sent: string[] = []
    const platform = fakePlatform(({ body }): FakeAnswer => {
      const names = (readBatch(body).events as AnalyticsEvent[]).map(({ name }) => name)
      sent.push(names.join())
      return { status: names.includes('bad') ? 400 : 202 }
    })
    const destinations = [collector({ url: 'https://collector/' })]
    const telltale = createTelltaleAtOnce({ ...sandboxSettings, destinations }, platform)
    for (const name of ['1', 'bad', '2']) telltale.track(name)
    await platform.clock.advance(60_000)
    expect(sent.filter((names) => names === 'bad')).toHaveLength(1)
    telltale.close()
  })
})
