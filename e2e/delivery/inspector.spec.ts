import type { EngineTab } from 'stage/engines/engine'
import { startInspectedPage } from '../pages/inspectedPage.ts'
import type { RecordedServices } from './recordedServices.ts'
import { expect, test as base } from './test.ts'

// The journeys of the inspector whose result depends on the engine: `journeys/inspector.spec.ts` plays all of them in Chromium.

interface Inspected {
  readonly services: RecordedServices
  /** A tab of the same browser. */
  open(path?: string): Promise<EngineTab>
}

/** A page with a strict policy. It fails if a page complains in the browser's console. */
const test = base.extend<{ inspected: Inspected }>({
  inspected: async ({ engine }, provide) => {
    const services = await startInspectedPage()
    const profile = await engine.open()
    await provide({
      services,
      async open(path = '/') {
        const tab = await profile.openTab()
        await tab.goto(services.url + path)
        return tab
      },
    })
    const complaints = profile.console.filter(({ type }) => type === 'error' || type === 'warning')
    expect(complaints.map(({ text }) => text)).toEqual([])
    await profile.close()
    await services.close()
  },
})

test.describe('the inspector', { tag: '@engines' }, () => {
  test('an override by keyboard shows at once, holds after a reload, marks events, and ends with "Clear"', async ({
    inspected: { open, services },
  }) => {
    const tab = await open()
    await expect.poll(() => price(tab)).toBe('Weekly prices')
    await press(tab)
    await choose(tab, 'Override new-pricing', 'false')
    await expect.poll(() => price(tab)).toBe('Daily prices')
    await tab.reload()
    await expect.poll(() => price(tab)).toBe('Daily prices')
    await expect.poll(() => textIn(tab, '.banner')).toContain('1 flag is overridden')
    await track(tab)
    const compared = () => services.arrived.find(({ name }) => name === 'Prices compared')
    await expect.poll(compared).toMatchObject({ overridden: ['new-pricing'] })
    await click(tab, 'Clear')
    await expect.poll(() => price(tab)).toBe('Weekly prices')
    await expect.poll(() => textIn(tab, '.banner')).toBeUndefined()
  })

  test('a link overrides flags and leaves the address, and a tab follows the overrides of all tabs', async ({
    inspected: { open },
  }) => {
    const flags = Buffer.from('{"app":"Inspected","flags":{"quote-layout":"compact"}}').toString('base64url')
    const tab = await open(`/?view=all&telltale-overrides=${flags}`)
    await expect.poll(() => tab.run(() => location.search)).toBe('?view=all')
    await expect.poll(() => textIn(tab, '.banner')).toContain('1 flag is overridden')
    const other = await open()
    await expect.poll(() => price(other)).toBe('Weekly prices')
    await press(tab)
    await choose(tab, 'Where an override holds', 'all-tabs')
    await choose(tab, 'Override new-pricing', 'false')
    await expect.poll(() => price(other)).toBe('Daily prices')
    await click(tab, 'Clear all overrides')
    await expect.poll(() => price(other)).toBe('Weekly prices')
  })

  test('each tab shows what it has, and a recording becomes both tests', async ({ inspected: { open } }) => {
    const tab = await open()
    await expect.poll(() => price(tab)).toBe('Weekly prices')
    await press(tab)
    await click(tab, 'Record', 'tab')
    await click(tab, 'Record')
    await track(tab)
    await expect.poll(() => textIn(tab, '.content')).toContain('1 call of track so far')
    for (const kind of ['Vitest', 'Playwright']) {
      await click(tab, `Copy as ${kind} test`)
      // Without a gesture of a user, an engine may refuse to copy, and the panel has it in a field.
      await expect.poll(() => textIn(tab, '.content')).toMatch(/Copied\.|copy it from the field/)
    }
    await click(tab, 'Who', 'tab')
    await expect.poll(() => textIn(tab, '.content')).toContain('Ida is signed in.')
    expect(await textIn(tab, '.content')).toContain('localStorage: identity')
    await click(tab, 'Events', 'tab')
    await expect.poll(() => textIn(tab, '.content')).toMatch(/Prices compared.*delivered to collector/)
    await click(tab, 'Destinations', 'tab')
    await expect.poll(() => textIn(tab, '.content')).toContain('takes events')
  })

  test('beside a dialog that keeps the focus, a field of the panel has it and takes a value', async ({
    inspected: { open },
  }) => {
    const tab = await open()
    await expect.poll(() => price(tab)).toBe('Weekly prices')
    await tab.run(keepFocus)
    await press(tab)
    await expect.poll(() => textIn(tab, '.content')).toContain('new-pricing')
    await expect.poll(() => tab.run(focusFilter)).toBe('Filter flags')
    // What takes it back later would do so by now.
    await tab.run(() => new Promise((resolve) => setTimeout(resolve, 200)))
    expect(await tab.run(focusFilter)).toBe('Filter flags')
    await click(tab, 'Who', 'tab')
    await expect.poll(() => textIn(tab, '.content')).toContain('Ida is signed in.')
  })

  test('after document.open() the key opens the panel, and its buttons work', async ({ inspected: { open } }) => {
    const tab = await open()
    await expect.poll(() => price(tab)).toBe('Weekly prices')
    await press(tab)
    await choose(tab, 'Override new-pricing', 'false')
    await expect.poll(() => textIn(tab, '.banner')).toContain('1 flag is overridden')
    await press(tab)
    // The answer comes before: Firefox tells its driver of a page that is loaded, which loses the answers of the page before.
    await tab.run(() => {
      setTimeout(() => {
        document.open()
        document.close()
      }, 50)
    })
    await expect.poll(() => price(tab).catch(() => 'not yet')).toBeUndefined()
    await expect.poll(() => textIn(tab, '.banner')).toContain('1 flag is overridden')
    await press(tab)
    await click(tab, 'Who', 'tab')
    await expect.poll(() => textIn(tab, '.content')).toContain('Ida is signed in.')
    await click(tab, 'Clear')
    await expect.poll(() => textIn(tab, '.banner')).toBeUndefined()
  })
})

/** What focus-trap, the dialog of Radix and the modal of MUI do at the document, together. */
function keepFocus() {
  const field = document.body.appendChild(document.createElement('input'))
  const takeBack = (target: EventTarget | null) => target !== field && field.focus()
  field.focus()
  document.addEventListener('focusin', ({ target }) => takeBack(target), true)
  document.addEventListener('focusout', ({ relatedTarget }) => relatedTarget && takeBack(relatedTarget))
  for (const type of ['mousedown', 'click', 'keydown'])
    document.addEventListener(
      type,
      (event) => {
        if (event.target === field) return
        event.preventDefault()
        event.stopImmediatePropagation()
      },
      true,
    )
}

/** Focuses the filter, and returns the label of what has the focus then. */
function focusFilter() {
  const root = document.querySelector('telltale-inspector')?.shadowRoot
  root?.querySelector<HTMLInputElement>('input[type=search]')?.focus()
  return root?.activeElement?.getAttribute('aria-label') ?? undefined
}

/** The text of the page's button. */
const price = (tab: EngineTab) => tab.run(() => document.querySelector('button')?.textContent)
const track = (tab: EngineTab) => tab.run(() => document.querySelector('button')?.click())

const press = (tab: EngineTab) =>
  tab.run(() => {
    const key = { code: 'Backquote', key: '`', ctrlKey: true, bubbles: true, cancelable: true, composed: true }
    document.dispatchEvent(new KeyboardEvent('keydown', key))
  })

const textIn = (tab: EngineTab, selector: string) =>
  tab.run(
    (one) => document.querySelector('telltale-inspector')?.shadowRoot?.querySelector(one)?.textContent ?? undefined,
    selector,
  )

/** Clicks the button with this text, once it is there and nothing covers it. */
async function click(tab: EngineTab, name: string, role = 'button') {
  const isClicked = () =>
    tab.run(
      ([text, wanted]) => {
        const root = document.querySelector('telltale-inspector')?.shadowRoot
        const found = [...(root?.querySelectorAll('button') ?? [])].find(
          (one) => (one.getAttribute('role') ?? 'button') === wanted && one.textContent === text,
        )
        found?.scrollIntoView({ block: 'center' })
        const { x = 0, y = 0, width = 0, height = 0 } = found?.getBoundingClientRect() ?? {}
        if (!found || root?.elementFromPoint(x + width / 2, y + height / 2) !== found) return false
        found.click()
        return true
      },
      [name, role] as const,
    )
  await expect.poll(isClicked, `"${name}" is clicked`).toBe(true)
}

async function choose(tab: EngineTab, label: string, value: string) {
  const isChosen = () =>
    tab.run(
      ([name, wanted]) => {
        const root = document.querySelector('telltale-inspector')?.shadowRoot
        const field = root?.querySelector<HTMLSelectElement>(`select[aria-label="${name}"]`)
        if (!field) return false
        field.value = wanted
        field.dispatchEvent(new Event('change', { bubbles: true }))
        return true
      },
      [label, value] as const,
    )
  await expect.poll(isChosen, `"${label}" has a choice`).toBe(true)
}
