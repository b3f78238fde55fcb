import { openStage } from 'stage/openStage'
import { arrivedNames } from './arrivedEvents.ts'
import { expect, test } from './test.ts'

// The library delivers events, reports the use of flags and streams their changes with code that the page loads later.

/** A busy machine must not fail the test, and the library itself may wait for a minute between two attempts. */
const patient = { timeout: 120_000 }

const namesOf = ({ name }: { name: string }) => Array.from({ length: 20 }, (_, number) => `${name}-n${number}`).sort()

for (const [end, how] of [
  ['is left', 'goto'],
  ['is closed', 'close'],
] as const)
  test(
    `events of a page that ${end} before its lazy chunk has loaded are delivered by the next page`,
    { tag: ['@core', '@engines'] },
    async ({ engine }) => {
      const stage = await openStage(engine, { sdk: 'telltale', tabs: 0 })
      try {
        stage.server.setLaterFiles('missing')
        const tab = await stage.open()
        await tab.track({ to: 20 })
        if (how === 'goto') await tab.page.goto(`${stage.server.url}/away`)
        else await tab.close()
        stage.server.setLaterFiles('answering')
        await stage.open()
        await expect.poll(() => arrivedNames(stage), patient).toHaveLength(20)
        expect(arrivedNames(stage).sort()).toEqual(namesOf(tab))
      } finally {
        await stage.close()
      }
    },
  )

test(
  'a page that is left while its lazy chunk is on its way reports nothing',
  { tag: '@engines' },
  async ({ engine }) => {
    test.skip(engine.name === 'firefox', 'Its load event, for which the driver waits, waits for the file.')
    const stage = await openStage(engine, { sdk: 'telltale', tabs: 0 })
    try {
      stage.server.setLaterFiles('hanging')
      const tab = await stage.open()
      await tab.track({ to: 20 })
      stage.server.setLaterFiles('answering')
      await tab.page.goto(`${stage.server.url}/`)
      await expect.poll(() => arrivedNames(stage), patient).toHaveLength(20)
      expect(stage.profile.console.filter(({ type }) => type === 'error')).toEqual([])
    } finally {
      await stage.close()
    }
  },
)

test(
  'a lazy chunk that is missing is reported, and the page delivers its events once the file is there',
  { tag: '@engines' },
  async ({ engine }) => {
    const stage = await openStage(engine, { sdk: 'telltale', tabs: 0 })
    try {
      stage.server.setLaterFiles('missing')
      const tab = await stage.open()
      await tab.track({ to: 20 })
      const reports = () =>
        stage.profile.console.filter(({ text }) => text.includes('could not be loaded. Events are kept'))
      await expect.poll(reports, patient).toHaveLength(1)
      stage.server.setLaterFiles('answering')
      // Firefox does not request a file again that a page has failed to import, but the next page does.
      if (engine.name === 'firefox') await stage.open()
      await expect.poll(() => arrivedNames(stage), patient).toHaveLength(20)
      expect(reports()).toHaveLength(1)
    } finally {
      await stage.close()
    }
  },
)

/** The creation dates of the events about the banner's flag that the service received, in the order of arrival. */
const shownAt = (bodies: readonly string[]) =>
  bodies
    .flatMap((body) => [JSON.parse(body)].flat() as { kind: string; key?: string; creationDate: number }[])
    .flatMap(({ kind, key, creationDate }) => (kind === 'feature' && key === 'banner' ? creationDate : []))

// Only in Chromium: Firefox does not request a file again that a page has failed to import.
test('a page whose lazy chunks are missing has flags, and reports evaluations and streams changes once the files are there', async ({
  engine,
}) => {
  const settings = { waitsUntilReady: 'with its flags', bannerBytes: 10, streaming: true } as const
  const stage = await openStage(engine, { sdk: 'telltale', tabs: 0, settings })
  try {
    const { server, profile } = stage
    server.setLaterFiles('missing')
    const tab = await stage.open()
    for (const from of [0, 1, 2]) await tab.track({ from, to: from + 1, looks: 1 })
    const reports = () => profile.console.filter(({ text }) => text.includes('streams flags'))
    await expect.poll(reports, patient).toHaveLength(1)
    expect(server.asked.filter((path) => /^\/(eval|events)\//.test(path))).toEqual([])
    const missingUntil = Date.now()

    server.setLaterFiles('answering')
    await expect.poll(() => server.asked.filter((path) => path.startsWith('/eval/')), patient).toHaveLength(1)
    await expect.poll(() => shownAt(server.flagEvents), patient).toHaveLength(3)
    const dates = shownAt(server.flagEvents)
    expect(dates).toEqual([...dates].sort((a, b) => a - b))
    expect(Math.max(...dates)).toBeLessThan(missingUntil)
    await expect.poll(() => arrivedNames(stage), patient).toHaveLength(3)
    expect(reports()).toHaveLength(1)
  } finally {
    await stage.close()
  }
})
