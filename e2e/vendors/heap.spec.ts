import type { Page } from '@playwright/test'
import { openHeapCdn, type HeapCdn } from './heapCdn.ts'
import { test as base, expect } from './test.ts'

// Heap's two snippets together with the layer. Local stand-ins replace Heap's servers and script.

const test = base.extend<{ cdn: HeapCdn }>({
  cdn: ({ page }, provide) => openHeapCdn(page).then(provide),
})

const DANA = 'stonebridge-civil:1042'
const MARCUS = 'marcus.webb@ironline.example'

/** Selects the page's snippet. */
async function useSnippet(page: Page, snippet: typeof globalThis.heapSnippet): Promise<void> {
  await page.addInitScript((given) => void (globalThis.heapSnippet = given), snippet)
}

for (const { form, type } of [
  { form: 'classic', type: 'number' },
  { form: 'current', type: 'string' },
] as const) {
  test(`Heap receives the user, the events and their properties with the ${form} snippet and a ${type} as project id, and no user after the sign-out`, async ({
    desk: { open, signIn, signOut, track, page },
    cdn,
  }) => {
    await useSnippet(page, { form, type })
    await open('heapPage', 'dana')
    await expect.poll(() => page.evaluate(() => desk.telltale.ready.get())).toBe(true)
    await page.evaluate(() => {
      heap.addUserProperties({ plan: 'pro' })
      heap.track('Page searched')
      desk.telltale.track('Quote sent', { total: 1_200, rush: true, machines: ['EX-1'], note: null })
    })
    cdn.serve()
    await expect.poll(() => calls(cdn)).toContain('track Quote sent')
    expect(calls(cdn)).toEqual([
      'addUserProperties',
      'track Page searched',
      `identify ${DANA}`,
      'track Load - App - Desk - Browser',
      'track Quote sent',
    ])
    expect(cdn.received.at(-1)?.kept).toMatchObject({
      identity: DANA,
      properties: { total: 1_200, rush: true, machines: '["EX-1"]', 'LDFF: new_pricing': true },
    })
    await page.evaluate(() => heap.addUserProperties({ desk: 'north' }))
    await expect.poll(() => cdn.received.at(-1)?.kept).toMatchObject({ identity: DANA, properties: { plan: 'pro' } })

    await signIn('marcusAsPriya')
    await track('Quote opened', { quote: 'Q-7' })
    await expect.poll(() => calls(cdn).at(-1)).toBe('track Quote opened')
    expect(cdn.received.at(-1)?.kept).toMatchObject({
      identity: `${MARCUS} as Priya Raman`,
      properties: { quote: 'Q-7', impersonator: MARCUS },
    })
    await signOut()
    await expect
      .poll(() => calls(cdn).slice(6))
      .toEqual(['resetIdentity', `identify ${MARCUS} as Priya Raman`, 'track Quote opened', 'resetIdentity'])
    expect(cdn.received.at(-1)?.kept).toMatchObject({ identity: null })
    expect(cdn.received.flatMap(({ losses }) => losses)).toEqual([])
  })
}

for (const { form, type } of [
  { form: 'classic', type: 'string' },
  { form: 'current', type: 'number' },
] as const) {
  test(`the layer calls no method of Heap when the ${form} snippet has loaded another project (a ${type}), and the console says so`, async ({
    desk: { open, track, page },
    cdn,
  }) => {
    const error = page.waitForEvent('console', (message) => message.text().includes('The analytics project'))
    await useSnippet(page, { form, type, project: '987' })
    cdn.serve()
    await open('heapPage', 'dana')
    await track('Quote sent')
    expect((await error).text()).toMatch(/The analytics project is 987, but \d+ is expected/)
    await page.evaluate(() => heap.track('Page searched'))
    await expect.poll(() => calls(cdn)).toEqual(['track Page searched'])
  })
}

test('an event waits for Heap’s script until the script reports that it has loaded, and the console says so', async ({
  desk: { open, track, page },
  cdn,
}) => {
  await page.clock.install()
  const error = page.waitForEvent('console', (message) => message.text().includes('its script is not ready'))
  await useSnippet(page, { form: 'classic', type: 'string' })
  cdn.serve('delete heap.loaded')
  await open('heapPage', 'dana')
  await track('Quote sent')
  await expect.poll(() => page.evaluate(() => desk.telltale.ready.get())).toBe(true)
  await page.clock.runFor(15_000)
  await error
  expect(await page.evaluate(() => desk.telltale.diagnostics.get().notReady)).toEqual(['heap'])
  expect(calls(cdn)).toEqual([])

  cdn.serve()
  await page.reload()
  await page.clock.runFor(1_000)
  await expect.poll(() => calls(cdn)).toContain('track Quote sent')
})

/** The script's calls in order: the method and a name. */
const calls = (cdn: HeapCdn) =>
  cdn.received.map(({ method, given: [name] }) => (typeof name === 'string' ? `${method} ${name}` : method))
