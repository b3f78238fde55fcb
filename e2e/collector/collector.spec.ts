import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CollectorProcess } from './startCollector.ts'
import { expect, test } from './test.ts'

/** The report of losses, as soon as all pages are counted in it. */
async function lossOf(collector: CollectorProcess): Promise<unknown> {
  let loss: unknown
  await expect.poll(async () => (loss = await collector.ask('/loss?onTheWay=0'))).not.toHaveProperty('uncountedPages')
  return loss
}

const names = (word: string, count: number) => Array.from({ length: count }, (_, index) => `${word} ${index}`)

test('events that a page tracks while the collector is killed arrive once, after it was started again', async ({
  quotes,
}) => {
  const first = await quotes.start()
  const page = await quotes.open(first)
  const track = (all: readonly string[]) =>
    page.evaluate((each) => each.forEach((name) => globalThis.quotes.track(name)), [...all])
  await track(names('before', 30))
  await expect.poll(() => quotes.stored(first)).toHaveLength(30)
  await track(names('at the end', 30))
  await first.end('SIGKILL')
  await track(names('without', 30))
  await page.reload()
  const second = await quotes.start()
  await track(names('after', 30))
  const all = ['before', 'at the end', 'without', 'after'].flatMap((word) => names(word, 30))
  await expect.poll(() => quotes.stored(second), { timeout: 100_000 }).toEqual([...all].sort())
  expect(await lossOf(second)).toMatchObject({ unexplained: 0, outstanding: 0 })
})

test('a wrong release loses nothing: its events wait in the browser, and arrive when the plan is mended', async ({
  quotes,
}) => {
  const plan = join(quotes.folder, 'plan.json')
  const planOf = (total: object) =>
    JSON.stringify({ app: 'Quotes', events: { 'Quote sent': { type: 'object', properties: { total } } } })
  await writeFile(plan, planOf({ type: 'number' }))
  const strict = await quotes.start('--plan', plan)
  const page = await quotes.open(strict)
  await page.evaluate(() => {
    for (let index = 0; index < 20; index++)
      globalThis.quotes.track('Quote sent', { total: index % 4 === 3 ? 'many' : index, index })
  })
  await expect.poll(() => page.evaluate(() => globalThis.quotes.refused())).toHaveLength(5)
  expect(await page.evaluate(() => globalThis.quotes.refused())).toMatchObject(
    Array.from({ length: 5 }, () => ({
      name: 'Quote sent',
      reason: expect.stringMatching(/^status 422: .*"total" must be number/) as unknown,
    })),
  )
  expect(await quotes.stored(strict)).toHaveLength(15)
  // What a page has told explains each of them.
  expect(await lossOf(strict)).toMatchObject({ unexplained: 0 })
  expect(strict.logged()).not.toContain('many')

  expect(await strict.end('SIGTERM')).toBe(0)
  await writeFile(plan, planOf({ type: ['number', 'string'] }))
  const mended = await quotes.start('--plan', plan)
  await page.reload()
  await expect.poll(() => quotes.stored(mended), { timeout: 100_000 }).toHaveLength(20)
  await expect.poll(() => page.evaluate(() => globalThis.quotes.refused())).toEqual([])
  expect(await lossOf(mended)).toMatchObject({
    onTheWay: 0,
    outstanding: 0,
    unexplained: 0,
    explained: {},
  })
})

test('what another tab of a deleted person delivers later is not stored, and leaves its browser', async ({
  quotes,
  context,
}) => {
  const collector = await quotes.start()
  const page = await quotes.open(collector, 'ada')
  await page.evaluate(() => globalThis.quotes.track('Quote sent'))
  await expect.poll(() => quotes.stored(collector)).toEqual(['Quote sent'])
  expect(await collector.ask('/people/ada/export')).toContainEqual(expect.objectContaining({ name: 'Quote sent' }))

  await context.setOffline(true)
  await page.evaluate(() => globalThis.quotes.track('Quote changed'))
  await collector.ask('/people/ada', 'DELETE')
  await expect.poll(() => quotes.stored(collector)).toEqual([])
  await context.setOffline(false)
  await expect.poll(() => page.evaluate(() => globalThis.quotes.flush()), { timeout: 100_000 }).toMatchObject({})
  await page.evaluate(() => globalThis.quotes.track('Quote sent again'))
  await expect.poll(() => quotes.stored(collector), { timeout: 100_000 }).toEqual(['Quote sent again'])
  expect(await lossOf(collector)).toMatchObject({ unexplained: 0, outstanding: 0 })
  expect(collector.logged()).not.toContain('ada')
})
