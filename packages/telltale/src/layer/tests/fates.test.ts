import { describe, expect, it } from 'vitest'
import { collector, type CollectorOptions } from '../../collector.ts'
import type { PageFates } from '../../core/model/diagnostics.ts'
import type { Step } from '../../core/step.ts'
import { fakeDisk } from '../../testing/fakeDisk.ts'
import { fakePlatform } from '../../testing/fakePlatform.ts'
import type { FakeAnswer } from '../../testing/fakeTransport.ts'
import { type Batch, readBatch } from '../../testing/readBatch.ts'
import { createTelltaleAtOnce } from '../../testkit/createTelltaleAtOnce.ts'

interface World {
  disk?: ReturnType<typeof fakeDisk>
  steps?: readonly Step[]
  options?: Partial<CollectorOptions>
  answer?: (batch: Batch) => FakeAnswer
  maxBytes?: number
  impersonator?: string
}

/** A page whose collector keeps what it is told: `told` are all reports so far, by page. */
function openPage(world: World = {}) {
  const { disk = fakeDisk(), steps = [], options = {}, maxBytes, impersonator } = world
  const batches: Batch[] = []
  const platform = fakePlatform(({ body }) => {
    const batch = readBatch(body)
    const answer = world.answer?.(batch) ?? { status: 202 }
    if (answer !== 'network' && answer.status === 202) batches.push(batch)
    return answer
  }, disk)
  const telltale = createTelltaleAtOnce(
    {
      app: 'Desk',
      identity: { person: () => ({ unique_identity: 'ida', ...(impersonator && { mimic_user: impersonator }) }) },
      destinations: [collector({ url: 'https://collect.test/', ...options })],
      events: { steps, ...(maxBytes && { maxBytes }) },
    },
    platform,
  )
  const events = () => batches.flatMap((batch) => batch.events)
  const told = (page: string): PageFates[] => batches.flatMap(({ pages }) => pages?.[page] ?? [])
  const seconds = async (count: number) => {
    for (let second = 0; second < count; second += 1) await platform.clock.advance(1_000)
  }
  return { platform, telltale, disk, batches, events, told, seconds, page: () => events()[0]?.page ?? '' }
}

describe('what a collector is told about the numbers of a page', () => {
  it('each batch says which number was the latest, and which ones were acknowledged since the batch before', async () => {
    const { telltale, seconds, told, page } = openPage()
    telltale.track('one')
    await seconds(2)
    telltale.track('two')
    telltale.track('three')
    await seconds(2)
    telltale.track('four')
    await seconds(2)
    expect(told(page())).toEqual([{ last: 2 }, { last: 4, delivered: '1-2' }, { last: 5, delivered: '3-4' }])
  })

  it('what the last answer of a page has acknowledged is told by the next page', async () => {
    const first = openPage()
    first.telltale.track('one')
    await first.seconds(2)
    first.telltale.close()
    await first.platform.settle()
    const second = openPage({ disk: first.disk })
    await second.seconds(2)
    expect(second.told(first.page())).toEqual([{ delivered: '1-2' }])
    expect(second.disk.storage.keys('fates:').length).toBe(1)
  })

  it('a report that was not answered is repeated, and one that was answered is not', async () => {
    let isDown = false
    const { telltale, seconds, told, page } = openPage({ answer: () => ({ status: isDown ? 503 : 202 }) })
    telltale.track('one')
    await seconds(2)
    isDown = true
    telltale.track('two')
    await seconds(10)
    isDown = false
    await seconds(30)
    telltale.track('three')
    await seconds(2)
    expect(told(page())).toEqual([{ last: 2 }, { last: 3, delivered: '1-2' }, { last: 4, delivered: '3' }])
  })

  it.each<[string, keyof PageFates, World]>([
    [
      'a step has dropped',
      'filtered',
      { steps: [{ name: 'own', process: (event) => (event.name === 'odd' ? undefined : event) }] },
    ],
    [
      'the collector refuses',
      'refused',
      { answer: ({ events }) => ({ status: events.some(({ name }) => name === 'odd') ? 400 : 202 }) },
    ],
  ])('the number of an event that %s is told as %s', async (_, fate, world) => {
    const { telltale, seconds, told, page, events } = openPage(world)
    telltale.track('one')
    telltale.track('odd')
    telltale.track('two')
    await seconds(30)
    telltale.track('three')
    await seconds(5)
    expect(
      events()
        .map(({ n }) => n)
        .sort(),
    ).toEqual([1, 2, 4, 5])
    expect(told(page()).flatMap((fates) => fates[fate] ?? [])).toEqual(['3'])
  })

  it('the number of an event of an impersonated user is told as not accepted where it is suppressed', async () => {
    const { telltale, platform, seconds, disk } = openPage({
      impersonator: 'sam@x.test',
      options: { impersonation: 'suppress' },
    })
    telltale.track('one')
    await seconds(2)
    telltale.close()
    await platform.settle()
    const next = openPage({ disk })
    await next.seconds(2)
    const [fates] = next.batches.flatMap(({ pages = {} }) =>
      Object.values(pages).filter((one) => 'not-accepted' in one),
    )
    expect(fates).toEqual({ 'not-accepted': '1-2' })
  })

  it('the numbers of events that are given up are told as over the budget', async () => {
    let isDown = true
    const { telltale, seconds, told, page, events } = openPage({
      maxBytes: 3_000,
      answer: () => ({ status: isDown ? 503 : 202 }),
    })
    for (let count = 0; count < 20; count += 1) telltale.track('Quote sent', { text: 'x'.repeat(200) })
    await seconds(60)
    isDown = false
    await seconds(60)
    telltale.track('last')
    await seconds(5)
    const arrived = events().map(({ n }) => n)
    const givenUp = told(page()).flatMap((fates) => fates['over-budget'] ?? [])
    expect(arrived.length).toBeLessThan(21)
    expect(givenUp).toEqual([`1-${22 - arrived.length}`])
  })

  it('an event that was refused and is delivered later is told as delivered', async () => {
    let isOdd = true
    const { telltale, seconds, told, page } = openPage({
      answer: ({ events }) => ({ status: isOdd && events.some(({ name }) => name === 'odd') ? 400 : 202 }),
    })
    telltale.track('odd')
    telltale.track('one')
    await seconds(60)
    isOdd = false
    await telltale.refused.retry()
    await seconds(2)
    telltale.track('two')
    await seconds(5)
    const fates = told(page())
    expect(fates.flatMap(({ refused = [] }) => refused)).toEqual(['2'])
    expect(fates.flatMap(({ delivered = '' }) => delivered.split(','))).toContain('2')
  })

  it('what an ended page cannot send is told as not stored where the browser stores nothing', async () => {
    const disk = fakeDisk()
    disk.condition = 'refuses'
    const { telltale, platform, seconds, batches, page } = openPage({ disk })
    telltale.track('first')
    await seconds(2)
    for (let count = 0; count < 10; count += 1) telltale.track('large', { text: 'x'.repeat(10_000) })
    platform.leave()
    await platform.settle()
    const { events = [], pages = {} } = batches.at(-1) ?? {}
    expect(events.length).toBeGreaterThan(1)
    expect(events.length).toBeLessThan(10)
    expect(pages[page()]).toMatchObject({ last: 12, 'not-stored': '3-12' })
  })

  it.each([['{'], ['[]'], ['{"collector":5}'], ['{"collector":{"p":{"delivered":7,"filtered":"1-99999999999"}}}']])(
    'damaged notes of an earlier page harm nothing: %s',
    async (text) => {
      const disk = fakeDisk()
      const first = openPage({ disk })
      first.telltale.track('one')
      await first.seconds(2)
      const [key = ''] = disk.storage.keys('fates:')
      first.telltale.close()
      await first.platform.settle()
      disk.storage.set(key, text)
      const next = openPage({ disk })
      next.telltale.track('two')
      await next.seconds(5)
      expect(next.events().map(({ name }) => name)).toContain('two')
    },
  )

  it('what two tabs have noted is told by each of them alone while both are open', async () => {
    const disk = fakeDisk()
    const [one, two] = [openPage({ disk }), openPage({ disk })]
    for (const { telltale } of [one, two]) telltale.track('x')
    await one.seconds(3)
    await two.seconds(3)
    for (const { telltale } of [one, two]) telltale.track('y')
    await one.seconds(3)
    await two.seconds(3)
    const all = [one, two].flatMap(({ batches }) => batches.flatMap(({ pages = {} }) => Object.entries(pages)))
    for (const [, { last }] of all) if (last !== undefined) expect(last).toBeLessThanOrEqual(3)
  })
})
