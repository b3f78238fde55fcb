import type { Sdk } from './bundleWithSdk.ts'
import { expect, test, type Desk } from './test.ts'

// Packages and pages that are written for LaunchDarkly's SDKs. Each journey passes with the SDK, and with Telltale in its
// place.

/** The name that each client sends with its events. */
const AGENTS: Record<Sdk, RegExp> = { LaunchDarkly: /^JSClient\//, Telltale: /^Telltale\// }

for (const sdk of ['LaunchDarkly', 'Telltale'] as const) {
  test.describe(`with the client of ${sdk}`, () => {
    test('a React application with LDProvider shows flags, follows their changes, tracks, and identifies another user', async ({
      desk,
    }) => {
      await desk.open('reactPage.tsx', sdk)
      await expectFlagsAndEvents(desk, 'Dana: weekly prices, classic', 'Dana: day prices, classic')
      await desk.page.getByRole('button', { name: 'Sign in as Priya' }).click()
      await expect(desk.page.getByRole('status')).toHaveText('Priya: day prices, classic')
      expect(desk.agents()).toEqual([expect.stringMatching(AGENTS[sdk])])
    })

    test('a React application with withLDProvider shows flags, and identifies another user', async ({ desk }) => {
      await desk.open('reactPage.tsx', sdk, 'withLDProvider')
      await expect(desk.page.getByRole('status')).toHaveText('Dana: weekly prices, classic')
      await desk.page.getByRole('button', { name: 'Sign in as Priya' }).click()
      await expect(desk.page.getByRole('status')).toHaveText('Priya: day prices, classic')
    })

    test('an application with the OpenFeature provider shows flags, follows their changes, tracks, and identifies another user', async ({
      desk,
    }) => {
      await desk.open('openFeaturePage.ts', sdk)
      const before = 'Dana: weekly prices (variant 0), classic'
      await expectFlagsAndEvents(desk, before, 'Dana: day prices (variant 1), classic')
      // Evaluated three times, and once more for each change, as the SDK does by default.
      await expect.poll(() => countsOf('new-pricing', desk)).toEqual({ true: 3, false: 2 })
      await desk.page.getByRole('button', { name: 'Sign in as Priya' }).click()
      await expect(desk.page.getByRole('status')).toHaveText('Priya: day prices (variant 1), classic')
      expect(desk.agents()).toEqual([expect.stringMatching(AGENTS[sdk])])
    })

    test('an application for the JavaScript SDK 4 shows flags, follows their changes, tracks, and identifies another user', async ({
      desk,
    }) => {
      await desk.open('clientPage.ts', sdk)
      await expectFlagsAndEvents(desk, 'Dana: weekly prices (RULE_MATCH), classic', 'Dana: day prices (OFF), classic')
      await desk.page.getByRole('button', { name: 'Sign in as Priya' }).click()
      await expect(desk.page.getByRole('status')).toHaveText('Priya: day prices (FALLTHROUGH), classic')
      expect(desk.agents()).toEqual([expect.stringMatching(AGENTS[sdk])])
    })
  })
}

/** Waits for the first flags, switches one off and on again, and waits for the page's events. */
async function expectFlagsAndEvents({ page, switchFlag, events }: Desk, before: string, after: string) {
  const status = page.getByRole('status')
  await expect(status).toHaveText(before)
  await page.getByRole('button', { name: 'Send quote' }).click()
  await switchFlag('new-pricing', false)
  await expect(status).toHaveText(after)
  await switchFlag('new-pricing', true)
  await expect(status).toHaveText(before)
  const custom = { kind: 'custom', key: 'quote-sent', data: { machine: 'M-1' }, metricValue: 1200 }
  await expect.poll(events).toContainEqual(expect.objectContaining(custom))
  await expect
    .poll(() => events().flatMap((event) => Object.keys((event['features'] as object | undefined) ?? {})))
    .toEqual(expect.arrayContaining(['new-pricing', 'quote-layout']))
}

/** How often each value of a flag was evaluated according to the summaries so far. */
function countsOf(key: string, { events }: Desk): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const event of events()) {
    const features = event['features'] as Record<string, { counters: { value: unknown; count: number }[] }> | undefined
    for (const { value, count } of features?.[key]?.counters ?? []) {
      counts[String(value)] = (counts[String(value)] ?? 0) + count
    }
  }
  return counts
}
