import { expect, it, vi } from 'vitest'
import {
  all,
  banner,
  button,
  choose,
  hosts,
  NAME,
  open,
  press,
  running,
  start,
  STORED,
  tab,
  within,
} from '../inspectedPage.suite.ts'

const health = () => within('.health')
const current = () => within('[role=tab][aria-selected=true]')?.textContent
const opener = () => within('.opener')
const record = () => all('.content button').find((one) => one.textContent.startsWith('Record'))

it('a line on every tab says that all is well, what is wrong, and how many more problems there are, and leads to them', async () => {
  const telltale = start({ flags: { pricing: false } })
  await open()
  await expect.poll(() => health()?.textContent).toContain('All is well')
  for (const name of ['Who', 'Record']) {
    tab(name)?.click()
    expect(health()?.textContent).toContain('All is well')
  }
  telltale.track('')
  await expect.poll(() => health()?.textContent).toMatch(/^Error.*track: T\d+/)
  expect(health()?.dataset['tone']).toBe('bad')
  telltale.track('Odd', 7 as never)
  await expect.poll(() => health()?.textContent).toContain('1 more')
  health()?.click()
  expect(current()).toMatch(/^Problems/)
  expect(all('.flag .state').map((one) => one.textContent)).toEqual(['Error', 'Warning'])
  // Without an address of the documentation, the code can be selected.
  expect(all('.flag code').map((one) => one.textContent)).toEqual(
    all('.flag').map((one) => /\((T\d+)\)/.exec(one.textContent)?.[1]),
  )
})

it('the line says what waits for which destination, and since when', async () => {
  const own = { name: 'own', whenReady: () => new Promise(() => {}), deliver: () => new Promise(() => {}) }
  const telltale = start({ settings: { destinations: [own] } })
  await open()
  const at = Date.now()
  vi.spyOn(Date, 'now').mockImplementation(() => at + 60_000)
  telltale.track('Opened')
  await telltale.advance(3_000)
  await expect.poll(() => health()?.textContent).toMatch(/^Waiting.*\d events? waits? for own since \d\d:\d\d/)
  health()?.click()
  expect(current()).toBe('Destinations')
})

it('a problem that has ended is listed as such, and is no problem now', async () => {
  let status = 503
  const { collector } = await import('../../collector.ts')
  const telltale = start({
    settings: { destinations: [collector({ url: 'https://collect.test/' })] },
    server: () => ({ status }),
  })
  await open()
  telltale.track('Opened')
  await telltale.advance(40_000)
  await expect.poll(() => health()?.textContent).toMatch(/^Error.*collector: T150/)
  status = 202
  await telltale.advance(90_000)
  await expect.poll(() => health()?.textContent).toContain('All is well')
  tab('Problems')?.click()
  await expect.poll(() => within('.flag .state')?.textContent).toBe('Error, ended')
  expect(tab('Problems')?.textContent).toBe('Problems')
})

it('it opens on the tab that was shown last, also on the next page, at the place and in the size where it was', async () => {
  const telltale = start()
  await open()
  tab('Events')?.click()
  button('Move to the left')?.click()
  within('button[aria-label=Larger]')?.click()
  press()
  await open()
  expect(current()).toBe('Events')
  telltale.close()
  start()
  await expect.poll(current).toBe('Events')
  expect(within('.panel')?.dataset).toMatchObject({ side: 'left', size: 'large' })
})

it('a recording shows on the tab and, while the panel is closed, on the button, also where the options want none', async () => {
  start({ inspect: { button: false } })
  await open()
  tab('Record')?.click()
  record()?.click()
  tab('Who')?.click()
  await expect.poll(() => tab('Record')?.getAttribute('aria-label')).toBe('Record, on')
  press()
  expect(opener()?.title).toBe(`Inspect ${NAME}, which is being recorded`)
  expect(getComputedStyle(opener() ?? document.body).backgroundColor).toBe('rgb(179, 38, 30)')
  opener()?.click()
  await expect.poll(() => within('.panel')).toBeDefined()
  tab('Record')?.click()
  button('Stop')?.click()
  await expect.poll(() => tab('Record')?.getAttribute('aria-label')).toBeNull()
  press()
  expect(opener()?.title).toBe(`Inspect ${NAME}`)
})

it('that something was copied is announced, and no longer said after some seconds', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  start({ flags: { pricing: false } })
  await open()
  await choose('pricing', 'true')
  await expect.poll(() => button('Copy link with overrides')).toBeDefined()
  const said = button('Copy link with overrides')?.parentElement?.querySelector('[role=status]')
  expect(getComputedStyle(said as Element).display, 'a live region that is not shown announces nothing').not.toBe(
    'none',
  )
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  button('Copy link with overrides')?.click()
  await vi.waitFor(() => expect(said?.textContent).toBe('Copied.'))
  vi.advanceTimersByTime(10_000)
  expect(said?.textContent).toBe('')
  vi.useRealTimers()
})

it('a value that is nested thousands of levels deep stops neither the panel nor a recording', async () => {
  const deep = JSON.parse('['.repeat(20_000) + ']'.repeat(20_000)) as never
  const telltale = start({ flags: { deep, pricing: false } })
  await open()
  await expect
    .poll(() => all('.flag .value').map((one) => one.textContent))
    .toEqual(['nested too deeply to be shown', 'false'])
  tab('Record')?.click()
  record()?.click()
  telltale.track('Opened')
  vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  button('Copy as Vitest test')?.click()
  await expect.poll(() => within('.content')?.textContent).toContain('Copied.')
  tab('Events')?.click()
  await expect.poll(() => all('.event').length).toBeGreaterThan(0)
  within('.opener-row')?.click()
  expect(within('.event .details')?.textContent).toContain('Properties')
  expect(telltale.problems()).toEqual([])
})

it('an override of another type than the flag is refused, and one that is there says that it is not used', async () => {
  sessionStorage.setItem(`telltale:overrides:${NAME}`, '{"layout":7}')
  const telltale = start({ flags: { layout: 'classic', sizes: [1] } })
  await open()
  await expect
    .poll(() => within('li[data-overridden] .note')?.textContent)
    .toContain('The flag is a text, and this is a number: readers use their fallback.')
  const input = within<HTMLInputElement>('input[aria-label="Override sizes"]')
  if (input) input.value = '"large"'
  input?.form?.requestSubmit()
  expect(within('form .warning:not(:empty)')?.textContent).toContain(
    'The flag is an object or a list, and this is a text',
  )
  expect(telltale.flags.variation('sizes', [])).toEqual([1])
})

it('with five thousand flags and an open panel, ten thousand events change two hundred rows', async () => {
  const flags = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`flag-${index}`, index % 2 === 0]))
  const telltale = start({ flags })
  await open()
  await expect.poll(() => all('.flag').length).toBe(100)
  const changes = vi.fn<(changes: readonly MutationRecord[]) => void>()
  const observer = new MutationObserver(changes)
  observer.observe(within('.panel') as Node, { childList: true, subtree: true, characterData: true, attributes: true })
  for (let index = 0; index < 10_000; index += 1) telltale.track('Counted', { index })
  tab('Events')?.click()
  await expect.poll(() => all('.event').length).toBe(200)
  const nodes = within('.panel')?.querySelectorAll('*').length ?? 0
  expect(nodes).toBeLessThan(2_000)
  expect(changes.mock.calls.flatMap(([records]) => [...records]).length, 'changes of the document').toBeLessThan(2_000)
  observer.disconnect()
})

it('a panel that is open when the page ends is open on the next page, without the focus, and one that was closed is not', async () => {
  const field = document.body.appendChild(document.createElement('input'))
  start()
  await open()
  running.splice(0).forEach((one) => one.close())
  field.focus()
  start()
  await expect.poll(() => within('.panel')).toBeDefined()
  expect(document.activeElement).toBe(field)
  press()
  expect(within('.panel')).toBeUndefined()
  running.splice(0).forEach((one) => one.close())
  start()
  await expect.poll(opener).toBeDefined()
  expect(hosts()[0]?.dataset['open']).toBeUndefined()
  field.remove()
})

it('the button of a closed panel has a mark, and the number of problems as its name', async () => {
  const telltale = start()
  await expect.poll(opener).toBeDefined()
  const mark = () => getComputedStyle(opener() ?? document.body, '::after').content
  expect([opener()?.ariaLabel, mark()]).toEqual([null, 'none'])
  telltale.track('')
  await expect.poll(() => [opener()?.ariaLabel, mark()]).toEqual(['Telltale: 1 problem', '"!"'])
  telltale.track('Odd', 7 as never)
  await expect.poll(() => opener()?.ariaLabel).toBe('Telltale: 2 problems')
})

it('an override moves from all tabs to this one and back where it stands, and the flag has its value all the while', async () => {
  const telltale = start({ flags: { pricing: false } })
  await open()
  await choose('pricing', 'true')
  const values: boolean[] = []
  telltale.flags.value('pricing', false).subscribe((value) => void values.push(value))
  values.length = 0
  const where = () => within<HTMLSelectElement>('select[aria-label="Where the override of pricing holds"]')
  for (const [value, words] of [
    ['all-tabs', 'in all tabs'],
    ['tab', 'in this tab'],
  ] as const) {
    await expect.poll(() => where()?.hidden).toBe(false)
    const select = where()
    if (!select) throw new Error('no choice')
    select.value = value
    select.dispatchEvent(new Event('change', { bubbles: true }))
    await expect.poll(() => within('li[data-overridden] .note')?.textContent).toContain(`It is overridden ${words}.`)
    expect([sessionStorage.getItem(STORED), localStorage.getItem(STORED)].filter(Boolean)).toEqual(['{"pricing":true}'])
  }
  expect(values).toEqual([])
  button('Clear all overrides')?.click()
  await expect.poll(() => where()?.hidden).toBe(true)
})

it('the banner is one short line in a corner at the bottom, and can be moved to the top', async () => {
  sessionStorage.setItem(STORED, '{"pricing":true}')
  start({ flags: { pricing: false } })
  await expect.poll(banner).toBe('1 flag is overridden')
  const box = () => within('.banner')?.getBoundingClientRect() ?? new DOMRect()
  expect(box().height).toBeLessThan(36)
  expect(box().width).toBeLessThan(390)
  expect(box().left).toBeLessThan(20)
  expect(innerHeight - box().bottom).toBeLessThan(2)
  within('button[aria-label="Move up"]')?.click()
  expect(box().top).toBe(0)
  within('button[aria-label="Move down"]')?.click()
  expect(box().top).toBeGreaterThan(100)
})
