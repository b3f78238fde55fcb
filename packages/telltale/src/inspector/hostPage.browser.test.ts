import { afterEach, describe, expect, it, vi } from 'vitest'
import { all, banner, choose, hosts, NAME, open, ownValue, press, start, tab, within } from './inspectedPage.suite.ts'

const ending: (() => void)[] = []
afterEach(() => ending.splice(0).forEach((end) => end()))

function on(type: string, listener: (event: never) => void, capture = false) {
  document.addEventListener(type, listener as EventListener, capture)
  ending.push(() => document.removeEventListener(type, listener as EventListener, capture))
}

/** A modal dialog of the page, whose field has the focus. */
function openDialog() {
  const dialog = document.body.appendChild(document.createElement('div'))
  const field = dialog.appendChild(document.createElement('input'))
  const isOutside = (node: EventTarget | null) => !dialog.contains(node as Node)
  ending.push(() => dialog.remove())
  return { field, isOutside, takeBack: () => field.focus() }
}

type Dialog = ReturnType<typeof openDialog>

/** How libraries keep the focus within a dialog: their listeners, as they are in their sources. */
const TRAPS: readonly (readonly [name: string, start: (dialog: Dialog) => void])[] = [
  [
    'focus-trap',
    ({ isOutside, takeBack }) => {
      on('focusin', (event: FocusEvent) => isOutside(event.target) && takeBack(), true)
      on('mousedown', (event: Event) => isOutside(event.target) && event.preventDefault(), true)
      const stop = (event: Event) => {
        if (!isOutside(event.target)) return
        event.preventDefault()
        event.stopImmediatePropagation()
      }
      on('click', stop, true)
      on('keydown', (event: KeyboardEvent) => event.key === 'Tab' && (event.preventDefault(), takeBack()), true)
    },
  ],
  [
    'the dialog of Radix',
    ({ isOutside, takeBack }) => {
      on('focusin', (event: FocusEvent) => isOutside(event.target) && takeBack())
      on('focusout', (event: FocusEvent) => event.relatedTarget && isOutside(event.relatedTarget) && takeBack())
      on('wheel', (event: Event) => isOutside(event.target) && event.preventDefault(), true)
    },
  ],
  [
    'the modal of MUI',
    ({ isOutside, takeBack }) => {
      on('focusin', () => isOutside(document.activeElement) && takeBack())
      on('keydown', (event: KeyboardEvent) => event.key === 'Tab' && takeBack(), true)
    },
  ],
]

describe.each(TRAPS)('beside a dialog that keeps the focus, as %s does', (_name, trap) => {
  async function beside() {
    start({ flags: { layout: 'classic' } })
    const dialog = openDialog()
    dialog.field.focus()
    trap(dialog)
    await open()
    await expect.poll(() => within('input[type=search]')).toBeDefined()
    return { dialog, filter: within<HTMLInputElement>('input[type=search]') }
  }

  it('a field of the panel takes the focus and keeps it', async () => {
    const { filter } = await beside()
    // What keeps events in the panel is loaded a moment later.
    await expect.poll(() => (filter?.focus(), document.activeElement)).toBe(hosts()[0])
    expect(hosts()[0]?.shadowRoot?.activeElement).toBe(filter)
  })

  it('clicks and keys act in the panel, and the page hears of none', async () => {
    const { filter } = await beside()
    filter?.focus()
    const heard = vi.fn()
    for (const type of ['click', 'mousedown', 'keydown', 'wheel', 'input']) on(type, heard, true)
    const init = { bubbles: true, cancelable: true, composed: true }
    expect(filter?.dispatchEvent(new MouseEvent('mousedown', init)), 'a press focuses a field').toBe(true)
    expect(filter?.dispatchEvent(new KeyboardEvent('keydown', { ...init, key: 'Tab' }))).toBe(true)
    expect(filter?.dispatchEvent(new WheelEvent('wheel', init)), 'the panel scrolls').toBe(true)
    tab('Who')?.dispatchEvent(new MouseEvent('click', init))
    expect(tab('Who')?.getAttribute('aria-selected')).toBe('true')
    tab('Who')?.dispatchEvent(new KeyboardEvent('keydown', { ...init, key: 'ArrowRight' }))
    expect(tab('Flags')?.getAttribute('aria-selected')).toBe('true')
    expect(heard).not.toHaveBeenCalled()
  })

  it('the focus returns to the dialog when the panel is closed, which keeps it then', async () => {
    const { dialog, filter } = await beside()
    filter?.focus()
    press()
    expect(document.activeElement).toBe(dialog.field)
  })
})

it('a click in the panel submits a form once', async () => {
  const telltale = start({ flags: { layout: 'classic' } })
  await open()
  const input = await ownValue('layout')
  input.value = 'compact'
  const submitted = vi.fn()
  input.form?.addEventListener('submit', submitted)
  input.form?.querySelector<HTMLButtonElement>('button[type=submit]')?.click()
  expect(submitted).toHaveBeenCalledTimes(1)
  expect(telltale.flags.variation('layout', '')).toBe('compact')
})

it('a page that removes the element at once, again and again, has no override any more, and is told why', async () => {
  const telltale = start({ flags: { pricing: false } })
  await open()
  await choose('pricing', 'true')
  expect(telltale.flags.variation('pricing', false)).toBe(true)
  press()
  const cleaner = new MutationObserver(() => hosts().forEach((host) => host.remove()))
  cleaner.observe(document.documentElement, { childList: true })
  ending.push(() => cleaner.disconnect())
  hosts()[0]?.remove()
  await expect.poll(() => telltale.problems().join()).toContain('(T186)')
  expect(telltale.flags.variation('pricing', false)).toBe(false)
  expect(hosts()).toEqual([])
  // Another tab does not put it in force here either.
  const key = `telltale:overrides:${NAME}`
  localStorage.setItem(key, '{"pricing":true}')
  dispatchEvent(new StorageEvent('storage', { key, storageArea: localStorage }))
  expect(telltale.flags.variation('pricing', false)).toBe(false)

  cleaner.disconnect()
  press()
  await expect.poll(() => within('.panel')).toBeDefined()
  expect(telltale.flags.variation('pricing', false)).toBe(true)
  await expect.poll(banner).toContain('1 flag')
})

it('a page that removes the element now and then has it back each time', async () => {
  let now = Date.now()
  vi.spyOn(Date, 'now').mockImplementation(() => now)
  const telltale = start({ flags: { pricing: false } })
  await open()
  await choose('pricing', 'true')
  await expect.poll(banner).toContain('1 flag')
  for (let count = 0; count < 30; count += 1) {
    now += 5_000
    hosts()[0]?.remove()
    await expect.poll(() => hosts().length).toBe(1)
  }
  expect(telltale.flags.variation('pricing', false)).toBe(true)
  await expect.poll(banner).toContain('1 flag')
  expect(telltale.problems()).toEqual([])
  expect(all('.opener')).toHaveLength(1)
})

it('where the file of the banner cannot be loaded, a stored override does not act', async () => {
  const { createInspector } = await import('./createInspector.ts')
  const { createTestTelltale } = await import('../testing.ts')
  sessionStorage.setItem(`telltale:overrides:${NAME}`, '{"pricing":true}')
  const loads = { panel: () => Promise.reject(new Error('404')), sharing: () => import('./sharing/startSharing.ts') }
  const telltale = createTestTelltale({
    flags: { pricing: false },
    settings: { observers: [createInspector(undefined, loads)] },
  } as never)
  ending.push(() => telltale.close())
  await expect.poll(() => telltale.problems().join()).toContain('(T183)')
  expect(telltale.flags.variation('pricing', false)).toBe(false)
})

it('the panel is read from left to right on a page that is not, and adds no banner to its landmarks', async () => {
  document.documentElement.dir = 'rtl'
  ending.push(() => document.documentElement.removeAttribute('dir'))
  start()
  await open()
  const panel = within('[role=dialog]')
  expect(panel && getComputedStyle(panel).direction).toBe('ltr')
  expect(within('header')).toBeUndefined()
})
