import { expect, it, vi } from 'vitest'
import * as page from '../inspectedPage.suite.ts'

const KEPT = `telltale:recorded:${page.NAME}`
const content = () => page.within('.content')?.textContent ?? ''
const recordButton = () => page.all('.content button').find((one) => one.textContent === 'Record')
const leave = () => dispatchEvent(new PageTransitionEvent('pagehide'))
const comeBack = () => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
const end = () => page.running.splice(0).forEach((one) => one.close())

async function openRecord() {
  await page.open()
  page.tab('Record')?.click()
}

async function record(given: Parameters<typeof page.start>[0] = {}) {
  const telltale = page.start(given)
  await openRecord()
  recordButton()?.click()
  return telltale
}

async function leaveFor(given: Parameters<typeof page.start>[0] = {}) {
  leave()
  end()
  const telltale = page.start(given)
  await openRecord()
  return telltale
}

/** What a button copies. */
async function copied(name: string) {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  page.button(name)?.click()
  await expect.poll(() => write.mock.calls.at(-1)?.[0]).toBeDefined()
  const text = String(write.mock.calls.at(-1)?.[0])
  write.mockRestore()
  return text
}

/** What the report says. */
async function reported(): Promise<Record<string, unknown>> {
  const make = vi.spyOn(URL, 'createObjectURL').mockReturnValue('#')
  page.button('Download report')?.click()
  const file = make.mock.calls.at(-1)?.[0]
  make.mockRestore()
  return JSON.parse(await (file as Blob).text()) as Record<string, unknown>
}

it('a recording that ends because its page is left is on the next page of the tab, with the same outputs', async () => {
  // The clock of the test layer is behind that of the panel.
  const now = vi.spyOn(Date, 'now').mockReturnValue(1)
  const telltale = await record({ flags: { pricing: false } })
  now.mockRestore()
  telltale.track('Opened', { total: 2 })
  telltale.track('')
  await expect.poll(content).toContain('1 call of track')
  expect(content()).toContain('It ends when this page is left, and is here on the next page of the tab.')
  const before = [await copied('Copy as Vitest test'), await copied('Copy as Playwright test'), await reported()]

  await leaveFor()
  expect(content()).toMatch(/It has 1 call of track\. It ended when the page was left at \d\d:\d\d\./)
  expect(page.tab('Record')?.getAttribute('aria-label'), 'it does not go on').toBeNull()
  expect([await copied('Copy as Vitest test'), await copied('Copy as Playwright test'), await reported()]).toEqual(
    before,
  )
  expect(before[2]).toMatchObject({ events: [{}, { name: 'Opened' }], problems: [{ where: 'track' }] })
  expect(sessionStorage.getItem(KEPT), 'it is read once').toBeNull()
})

it('a page on which the panel is not opened passes it on, and a recording that was stopped is kept, too', async () => {
  const telltale = await record()
  telltale.track('Opened')
  page.button('Stop')?.click()
  leave()
  end()
  page.start()
  leave()
  end()
  page.start()
  await openRecord()
  expect(content()).toContain('It has 1 call of track.')
  expect(content(), 'it ended before').not.toContain('left')
  await leaveFor()
  expect(content()).toContain('It has 1 call of track.')
})

it('what is kept meanwhile has numbers in the place of persons, and no token', async () => {
  const telltale = await record({ identity: { unique_identity: 'u-77', email_address: 'ida@example.com' } })
  telltale.track('Opened')
  telltale.impersonate({ unique_identity: 'u-88' }, 'otto@example.com')
  telltale.track('Seen')
  leave()
  expect(sessionStorage.getItem(KEPT)).toContain('"person":2')
  expect(sessionStorage.getItem(KEPT)).not.toMatch(/u-77|u-88|ida|otto|token/i)
})

it('of a large recording, the newest steps are kept, with the flags and the user before them, and it says how many are missing', async () => {
  const telltale = await record({ flags: { pricing: 'weekly' } })
  for (let index = 0; index < 100; index += 1) telltale.track(`Call ${index}`, { text: 'é'.repeat(5_000) })
  await leaveFor()
  const words = /It has (\d+) calls of track\. .* (\d+) calls of track before them are missing/
  const [, calls, missing] = words.exec(content()) ?? []
  expect(Number(calls)).toBeGreaterThan(40)
  expect(Number(calls)).toBeLessThan(50)
  expect(Number(missing)).toBe(100 - Number(calls))
  const written = await copied('Copy as Vitest test')
  expect(written).toContain('Call 99')
  expect(written).toContain("pricing: 'weekly'")
  expect(written).not.toContain('Call 9,')
})

it('what is kept has at most 500 kB', async () => {
  const telltale = await record()
  for (let index = 0; index < 100; index += 1) telltale.track('Opened', { text: 'é'.repeat(5_000) })
  leave()
  const kept = sessionStorage.getItem(KEPT) ?? ''
  const { size } = new Blob([kept])
  expect(size).toBeGreaterThan(400_000)
  expect(size).toBeLessThanOrEqual(500_000)
})

it('a page that comes back from the back/forward cache has its recording once', async () => {
  const telltale = await record()
  telltale.track('Opened')
  leave()
  expect(sessionStorage.getItem(KEPT)).not.toBeNull()
  comeBack()
  expect(sessionStorage.getItem(KEPT)).toBeNull()
  await expect.poll(content).toMatch(/It has 1 call of track\. It ended when the page was left at \d\d:\d\d\./)
  expect(page.hosts()[0]?.hasAttribute('data-recording')).toBe(false)
})

it('where the browser stores nothing, it says while it records that the recording ends with the page', async () => {
  for (const method of ['getItem', 'setItem', 'removeItem'] as const)
    vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError')
    })
  const telltale = await record()
  telltale.track('Opened')
  await expect.poll(content).toContain('1 call of track')
  expect(content()).toContain('The browser stores nothing here: copy it before you leave this page, or it is lost.')
  leave()
  comeBack()
  expect(telltale.problems()).toEqual([])
})

it('a recording of a user is gone when the next one may not use the inspector, also on the page where that shows', async () => {
  const inspect = { allow: (who: { status: string }) => who.status === 'known' }
  const ida = { unique_identity: 'ida' }
  const telltale = await record({ identity: ida, inspect })
  telltale.track('Opened')
  leave()
  end()
  page.start({ identity: null, inspect })
  expect(sessionStorage.getItem(KEPT)).toBeNull()
  end()

  const next = await record({ identity: ida, inspect })
  next.track('Opened')
  next.signOut()
  leave()
  expect(sessionStorage.getItem(KEPT)).toBeNull()
})

const ida = { unique_identity: 'ida', email_address: 'ida@example.com' }
const otto = { unique_identity: 'otto', email_address: 'otto@example.com' }

it.each<[string, Parameters<typeof page.start>[0], (telltale: page.Layer) => void]>([
  ['stays signed in', { identity: ida }, () => {}],
  ['has signed in since', { identity: null }, (telltale) => telltale.signIn(ida)],
  ['was impersonating another user', { identity: ida }, (telltale) => telltale.impersonate(otto, 'ida@example.com')],
])('a recording is there on the next page for a user who %s', async (_what, given, change) => {
  const telltale = await record(given)
  change(telltale)
  telltale.track('Opened')
  await leaveFor({ identity: ida })
  expect(content()).toContain('It has 1 call of track.')
})

it.each<[string, (telltale: page.Layer) => void]>([
  ['signs in', () => {}],
  ['signs in, after a page on which nobody was', (telltale) => telltale.signOut()],
])('a recording of a user is not shown to another one who %s', async (_what, change) => {
  const telltale = await record({ identity: ida })
  telltale.track('Opened')
  change(telltale)
  await leaveFor({ identity: otto })
  expect(content()).toContain('A recording keeps the calls of track')
  expect(sessionStorage.getItem(KEPT)).toBeNull()
})

it('a recording of a user is gone when another one signs in on the page that shows it', async () => {
  const telltale = await record({ identity: ida })
  telltale.track('Opened')
  const next = await leaveFor({ identity: null })
  expect(content()).toContain('It has 1 call of track.')
  next.signIn(otto)
  await expect.poll(content).toContain('A recording keeps the calls of track')
  leave()
  expect(sessionStorage.getItem(KEPT)).toBeNull()
})

it.each([
  '',
  'null',
  '[]',
  '{"steps":7}',
  '{"address":"/","startedAt":1,"steps":[null],"events":[],"problems":[]}',
  '{"address":"/","startedAt":1,"steps":[{"type":"track","at":1}],"events":[],"problems":[]}',
  '{"address":"/","startedAt":1,"steps":[{"type":"who","at":1,"who":{"person":"x"}}],"events":[],"problems":[]}',
])('what is no recording in its place is ignored: %s', async (text) => {
  sessionStorage.setItem(KEPT, text)
  const telltale = page.start()
  await openRecord()
  expect(content()).toContain('A recording keeps the calls of track')
  expect(page.button('Copy as Vitest test')?.closest('div')?.hidden).toBe(true)
  expect(telltale.problems()).toEqual([])
})
