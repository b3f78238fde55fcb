import { expect, test } from 'vitest'
import { collector } from '../../collector.ts'
import type { AnalyticsEvent } from '../../core/model/event.ts'
import { fakeDisk } from '../../testing/fakeDisk.ts'
import { fakePlatform } from '../../testing/fakePlatform.ts'
import { createTelltaleAtOnce } from '../../testkit/createTelltaleAtOnce.ts'
import { sandboxSettings } from './sandboxSettings.suite.ts'
import { readBatch } from '../../testing/readBatch.ts'

const MAX_BYTES = 20_000

/** Tracks events of which one, or its draft, is larger than all that may wait. */
async function openPage(answerAfterMs: number | undefined) {
  const disk = fakeDisk()
  const taken: string[] = []
  const platform = fakePlatform(async ({ body }) => {
    if (answerAfterMs === undefined) return { status: 503 }
    if (answerAfterMs > 0) await new Promise<void>((resolve) => platform.clock.after(answerAfterMs, resolve))
    taken.push(...readBatch(body).events.map(({ name }: AnalyticsEvent) => name))
    return { status: 202 }
  }, disk)
  const telltale = createTelltaleAtOnce(
    {
      ...sandboxSettings,
      destinations: [collector({ url: 'https://collect.test/' })],
      events: { maxBytes: MAX_BYTES },
    },
    platform,
  )
  return { platform, telltale, taken }
}

test.each([
  ['answers at once', 0],
  ['answers slowly', 5_000],
  ['is down', undefined],
])(
  'an event that is larger than all that may wait is given up with its size, if the collector %s',
  async (_what, ms) => {
    const { platform, telltale, taken } = await openPage(ms)
    telltale.track('before')
    telltale.track('import', { file: 'x'.repeat(MAX_BYTES) })
    telltale.track('after')
    await platform.clock.advance(1_000)
    telltale.track('import', { file: 'x'.repeat(MAX_BYTES) })
    await platform.clock.advance(30_000)
    expect(taken).toEqual(ms === undefined ? [] : ['before', 'after'])
    expect(telltale.diagnostics.get().dropped).toMatchObject({ outbox: { 'over-budget': 2 } })
    const said = platform.logged.filter((line) => line.startsWith('Telltale (outbox)'))
    expect(said).toEqual([
      expect.stringMatching(
        /^Telltale \(outbox\): "import" has 20\d{3} bytes, and events\.maxBytes is 20000: it is given up \(T155\)$/,
      ),
    ])
    telltale.close()
  },
)
