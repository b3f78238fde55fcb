import type { Engine, EngineTab, ProfileOptions } from 'stage/engines/engine'
import { startRentalDesk } from '../desk/rentalDesk.ts'
import { expect, test } from './test.ts'

const GRACE = 'Grace AdeyemiIronline Rentals'
const DANA = 'Dana WhitfieldStonebridge Civil'

/** Plays with the demo in a profile of its own. Returns what its tabs have written to the console as errors. */
async function withDemo(
  { engine, ...options }: ProfileOptions & { engine: Engine },
  play: (url: string, openTab: (address: string) => Promise<EngineTab>) => Promise<void>,
): Promise<readonly string[]> {
  const desk = await startRentalDesk()
  const profile = await engine.open(options)
  try {
    await play(desk.url, async (address) => {
      const tab = await profile.openTab()
      await tab.goto(address)
      return tab
    })
    return profile.console.filter(({ type }) => type === 'error').map(({ text }) => text)
  } finally {
    await profile.close()
    await desk.stop()
  }
}

const user = (tab: EngineTab) =>
  tab.run(() => document.querySelector('[data-user]')?.textContent ?? document.querySelector('h1')?.textContent)
const PATIENCE = { timeout: 20_000 }

test('the demo works where the user blocks site data', { tag: '@engines' }, async ({ engine }) => {
  const errors = await withDemo({ engine, blocksSiteData: true }, async (url, openTab) => {
    const tab = await openTab(url)
    await expect.poll(() => user(tab), PATIENCE).toBe(GRACE)
  })
  // Datadog's script says that it has no storage for its session.
  expect(errors.filter((text) => !text.startsWith('Datadog Browser SDK:'))).toEqual([])
})

test(
  'signing in and out in one tab of the demo happens in the other tabs, too',
  { tag: '@engines' },
  async ({ engine }) => {
    const errors = await withDemo({ engine }, async (url, openTab) => {
      const first = await openTab(url)
      await expect.poll(() => user(first), PATIENCE).toBe(GRACE)
      const second = await openTab(`${url}/?as=stonebridge-civil:1042`)
      await expect.poll(() => user(second), PATIENCE).toBe(DANA)
      await expect.poll(() => user(first), PATIENCE).toBe(DANA)
      await second.run(() => document.querySelector<HTMLElement>('[data-user]')?.click())
      await second.until(() => {
        const items = [...document.querySelectorAll<HTMLElement>('[role=menuitem]')]
        const signOut = items.find((one) => one.textContent === 'Sign out')
        signOut?.click()
        return signOut !== undefined
      })
      await expect.poll(() => user(first), PATIENCE).toBe('You are signed out')
    })
    expect(errors).toEqual([])
  },
)
