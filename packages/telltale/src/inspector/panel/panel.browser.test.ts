import { expect, it, vi } from 'vitest'
import * as page from '../inspectedPage.suite.ts'

const health = () => page.within('.health')
const current = () => page.within('[role=tab][aria-selected=true]')?.textContent
const opener = () => page.within('.opener')
const record = () => page.all('.content button').find((one) => one.textContent.startsWith('Record'))

it('a line on every tab says that all is well, what is wrong, and how many more problems there are, and leads to them', async () => {
  const telltale = page.start({ flags: { pricing: false } })
  await page.open()
  await expect.poll(() => health()?.textContent).toContain('All is well')
  for (const name of ['Who', 'Record']) {
    page.tab(name)?.click()
    expect(health()?.textContent).toContain('All is well')
  }
  telltale.track('')
  await expect.poll(() => health()?.textContent).toMatch(/^Error.*track: T\d+/)
  expect(health()?.dataset['tone']).toBe('bad')
  telltale.track('Odd', 7 as never)
  await expect.poll(() => health()?.textContent).toContain('1 more')
  health()?.click()
  expect(current()).toMatch(/^Problems/)
  expect(page.all('.flag .state').map((one) => one.textContent)).toEqual(['Error', 'Warning'])
  // Without an address of the documentation, the command that prints the cause can be selected.
  expect(page.all('.flag code').map((one) => one.textContent)).toEqual(
    page.all('.flag').map((one) => `npx telltale explain ${/\((T\d+)\)/.exec(one.textContent)?.[1]}`),
  )
})

it('the line says what waits for which destination, and since when', async () => {
  const own = { name: 'own', whenReady: () => new Promise(() => {}), deliver: () => new Promise(() => {}) }
  const telltale = page.start({ settings: { destinations: [own] } })
  await page.open()
  const at = Date.now()
  vi.spyOn(Date, 'now').mockImplementation(() => at + 60_000)
  telltale.track('Opened')
  await telltale.advance(3_000)
  await expect
    .poll(() => health()?.textContent)
    .toMatch(/^Waiting.*(One event waits|\d events wait) for own since \d\d:\d\d/)
  health()?.click()
  expect(current()).toBe('Destinations')
})

it('a problem that has ended is listed as such, and is no problem now', async () => {
  let status = 503
  const { collector } = await import('../../collector.ts')
  const telltale = page.start({
    settings: { destinations: [collector({ url: 'https://collect.test/' })] },
    server: () => ({ status }),
  })
  await page.open()
  telltale.track('Opened')
  await telltale.advance(40_000)
  await expect.poll(() => health()?.textContent).toMatch(/^Error.*collector: T150/)
  status = 202
  await telltale.advance(90_000)
  await expect.poll(() => health()?.textContent).toContain('All is well')
  page.tab('Problems')?.click()
  await expect.poll(() => page.within('.flag .state')?.textContent).toBe('Error, ended')
  expect(page.tab('Problems')?.textContent).toBe('Problems')
})

it('it opens on the tab that was shown last, also on the next page, at the place and in the size where it was', async () => {
  const telltale = page.start()
  await page.open()
  page.tab('Events')?.click()
  page.button('Move to the left')?.click()
  page.within('button[aria-label=Larger]')?.click()
  page.press()
  await page.open()
  expect(current()).toBe('Events')
  telltale.close()
  page.start()
  await expect.poll(current).toBe('Events')
  expect(page.within('.panel')?.dataset).toMatchObject({ side: 'left', size: 'large' })
})

it('a recording shows on the tab and, while the panel is closed, on the button, also where the options want none', async () => {
  page.start({ inspect: { button: false } })
  await page.open()
  page.tab('Record')?.click()
  record()?.click()
  page.tab('Who')?.click()
  await expect.poll(() => page.tab('Record')?.getAttribute('aria-label')).toBe('Record, on')
  page.press()
  expect(opener()?.title).toBe(`Telltale: inspect ${page.NAME}, which is being recorded`)
  expect(getComputedStyle(opener() ?? document.body).backgroundColor).toBe('rgb(179, 38, 30)')
  opener()?.click()
  await expect.poll(() => page.within('.panel')).toBeDefined()
  page.tab('Record')?.click()
  page.button('Stop')?.click()
  await expect.poll(() => page.tab('Record')?.getAttribute('aria-label')).toBeNull()
  page.press()
  expect(opener()?.title).toBe(`Telltale: inspect ${page.NAME}`)
})

it('that something was copied is announced, and no longer said after some seconds', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  page.start({ flags: { pricing: false } })
  await page.open()
  await page.choose('pricing', 'true')
  await expect.poll(() => page.button('Copy link with overrides')).toBeDefined()
  const said = page.button('Copy link with overrides')?.parentElement?.querySelector('[role=status]')
  expect(getComputedStyle(said as Element).display, 'a live region that is not shown announces nothing').not.toBe(
    'none',
  )
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  page.button('Copy link with overrides')?.click()
  await vi.waitFor(() => expect(said?.textContent).toBe('Copied.'))
  vi.advanceTimersByTime(10_000)
  expect(said?.textContent).toBe('')
  vi.useRealTimers()
})

it('a value that is nested a thousand levels deep stops neither the panel nor a recording', async () => {
  const deep = JSON.parse('['.repeat(1_000) + ']'.repeat(1_000)) as never
  const telltale = page.start({ flags: { deep, pricing: false } })
  await page.open()
  await expect
    .poll(() => page.all('.flag .value').map((one) => one.textContent))
    // Engines differ in how deep they write JSON.
    .toEqual([expect.stringMatching(/^(nested too deeply to be shown|\[{120}…)$/), 'false'])
  page.tab('Record')?.click()
  record()?.click()
  telltale.track('Opened')
  vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  page.button('Copy as Vitest test')?.click()
  await expect.poll(() => page.within('.content')?.textContent).toContain('Copied.')
  page.tab('Events')?.click()
  await expect.poll(() => page.all('.event').length).toBeGreaterThan(0)
  page.within('.opener-row')?.click()
  expect(page.within('.event .details')?.textContent).toContain('Properties')
  expect(telltale.problems()).toEqual([])
})

it('an override of another type than the flag is refused, and one that is there says that it is not used', async () => {
  sessionStorage.setItem(`telltale:overrides:${page.NAME}`, '{"layout":7}')
  const telltale = page.start({ flags: { layout: 'classic', sizes: [1] } })
  await page.open()
  await expect
    .poll(() => page.within('li[data-overridden] .note')?.textContent)
    .toContain('The flag is a text, and this is a number: readers use their fallback.')
  await page.writeValue('sizes', '"large"')
  expect(page.within('form .warning:not(:empty)')?.textContent).toContain(
    'The flag is an object or a list, and this is a text',
  )
  expect(telltale.flags.variation('sizes', [])).toEqual([1])
})

it('with five thousand flags and an open panel, ten thousand events change two hundred rows', async () => {
  const flags = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`flag-${index}`, index % 2 === 0]))
  const telltale = page.start({ flags })
  await page.open()
  await expect.poll(() => page.all('.flag').length).toBe(20)
  page.within('.content')?.scrollTo(0, 100_000)
  await expect.poll(() => page.all('.flag').length).toBe(100)
  const changes = vi.fn<(changes: readonly MutationRecord[]) => void>()
  const observer = new MutationObserver(changes)
  observer.observe(page.within('.panel') as Node, {
    childList: true,
    subtree: true,
    characterData: true,
    attributes: true,
  })
  for (let index = 0; index < 10_000; index += 1) telltale.track('Counted', { index })
  page.tab('Events')?.click()
  await expect.poll(() => page.all('.event').length).toBe(200)
  const nodes = page.within('.panel')?.querySelectorAll('*').length ?? 0
  expect(nodes).toBeLessThan(2_000)
  expect(changes.mock.calls.flatMap(([records]) => [...records]).length, 'changes of the document').toBeLessThan(2_000)
  observer.disconnect()
})

it('a panel that is open when the page ends is open on the next page, without the focus, and one that was closed is not', async () => {
  const field = document.body.appendChild(document.createElement('input'))
  page.start()
  await page.open()
  page.running.splice(0).forEach((one) => one.close())
  field.focus()
  page.start()
  await expect.poll(() => page.within('.panel')).toBeDefined()
  expect(document.activeElement).toBe(field)
  page.press()
  expect(page.within('.panel')).toBeUndefined()
  page.running.splice(0).forEach((one) => one.close())
  page.start()
  await expect.poll(opener).toBeDefined()
  expect(page.hosts()[0]?.dataset['open']).toBeUndefined()
  field.remove()
})

it('the button of a closed panel has a mark, and the number of problems as its name', async () => {
  const telltale = page.start()
  await expect.poll(opener).toBeDefined()
  const mark = () => getComputedStyle(opener() ?? document.body, '::after').content
  expect([opener()?.ariaLabel, mark()]).toEqual([null, 'none'])
  telltale.track('')
  await expect.poll(() => [opener()?.ariaLabel, mark()]).toEqual(['Telltale: 1 problem', '"!"'])
  telltale.track('Odd', 7 as never)
  await expect.poll(() => opener()?.ariaLabel).toBe('Telltale: 2 problems')
})

it('an override moves from all tabs to this one and back where it stands, and the flag has its value all the while', async () => {
  const telltale = page.start({ flags: { pricing: false } })
  await page.open()
  await page.choose('pricing', 'true')
  const values: boolean[] = []
  telltale.flags.value('pricing', false).subscribe((value) => void values.push(value))
  values.length = 0
  const where = () => page.within<HTMLSelectElement>('select[aria-label="Where the override of pricing holds"]')
  for (const [value, words] of [
    ['all-tabs', 'in all tabs'],
    ['tab', 'in this tab'],
  ] as const) {
    await expect.poll(() => where()?.hidden).toBe(false)
    const select = where()
    if (!select) throw new Error('no choice')
    select.value = value
    select.dispatchEvent(new Event('change', { bubbles: true }))
    await expect
      .poll(() => page.within('li[data-overridden] .note')?.textContent)
      .toContain(`It is overridden ${words}.`)
    expect([sessionStorage.getItem(page.STORED), localStorage.getItem(page.STORED)].filter(Boolean)).toEqual([
      '{"pricing":true}',
    ])
  }
  expect(values).toEqual([])
  page.button('Clear all overrides')?.click()
  await expect.poll(() => where()?.hidden).toBe(true)
})

it('the banner is one short line in a corner at the bottom, and can be moved to the top', async () => {
  sessionStorage.setItem(page.STORED, '{"pricing":true}')
  page.start({ flags: { pricing: false } })
  await expect.poll(page.banner).toBe('1 flag is overridden')
  const box = () => page.within('.banner')?.getBoundingClientRect() ?? new DOMRect()
  expect(box().height).toBeLessThan(36)
  expect(box().width).toBeLessThan(390)
  expect(box().left).toBeLessThan(20)
  expect(innerHeight - box().bottom).toBeLessThan(2)
  page.within('button[aria-label="Move up"]')?.click()
  expect(box().top).toBe(0)
  page.within('button[aria-label="Move down"]')?.click()
  expect(box().top).toBeGreaterThan(100)
})
