import { expect, it, vi } from 'vitest'
import type { InspectorOptions } from '../inspector.ts'
import { createTestTelltale } from '../testing.ts'
import * as page from './inspectedPage.suite.ts'
import { linkWith } from './overrideLink.ts'

it('a key opens the panel and closes it, Escape closes it, and the focus returns', async () => {
  page.start()
  const field = document.body.appendChild(document.createElement('input'))
  field.focus()
  await page.open()
  expect(page.hosts()[0]?.shadowRoot?.activeElement).toBe(page.within('.panel'))
  page.press({ key: 'Escape' }, page.within('.panel'))
  expect(page.within('.panel')).toBeUndefined()
  expect(document.activeElement).toBe(field)
  await page.open()
  page.press()
  expect(page.within('.panel')).toBeUndefined()
  field.remove()
})

it('another key opens it if the options say so, and what is typed in the panel is no key of the application', async () => {
  page.start({ inspect: { key: 'Control+Shift+F9', button: false } })
  const heard = vi.fn()
  document.addEventListener('keydown', heard)
  page.press()
  page.press({ key: 'F9', code: 'F9', ctrlKey: true })
  expect(page.within('.panel')).toBeUndefined()
  page.press({ key: 'F9', code: 'F9', ctrlKey: true, shiftKey: true })
  await expect.poll(() => page.within('.panel')).toBeDefined()
  expect(page.within('.opener')).toBeUndefined()
  heard.mockClear()
  page.press({ key: 'a' }, page.within('input'))
  expect(heard).not.toHaveBeenCalled()
  document.removeEventListener('keydown', heard)
})

it('an override is shown at once, holds after a reload, and ends with "clear all"', async () => {
  const telltale = page.start({ flags: { pricing: false, layout: 'classic' } })
  await page.open()
  await page.choose('pricing', 'true')
  expect(telltale.flags.variation('pricing', false)).toBe(true)
  await expect.poll(page.banner).toBe('1 flag is overridden')
  telltale.close()

  const next = page.start({ flags: { pricing: false, layout: 'classic' } })
  expect(next.flags.variation('pricing', false)).toBe(true)
  await expect.poll(page.banner).toContain('1 flag')
  page.button('Clear')?.click()
  expect(next.flags.variation('pricing', false)).toBe(false)
  expect(page.banner()).toBeUndefined()
  expect(sessionStorage.getItem(page.STORED)).toBeNull()
})

it('a text is overridden by a text, with and without quotes, other flags by JSON, and what is no JSON is said', async () => {
  const telltale = page.start({ flags: { layout: 'classic', sizes: [1, 2] } })
  await page.open()
  await page.writeValue('layout', 'compact')
  expect(telltale.flags.variation('layout', '')).toBe('compact')
  await page.writeValue('layout', '"3"')
  expect(telltale.flags.variation('layout', '')).toBe('3')
  await page.writeValue('sizes', '[3')
  expect(page.within('form .warning:not(:empty)')?.textContent).toContain('not JSON')
  await page.writeValue('sizes', '[3]')
  expect(telltale.flags.variation('sizes', [] as number[])).toEqual([3])
})

it('overrides of all tabs follow the other tabs, and those of the tab precede them', () => {
  localStorage.setItem(page.STORED, '{"pricing":true,"layout":"a"}')
  sessionStorage.setItem(page.STORED, '{"layout":"b"}')
  const telltale = page.start({ flags: { pricing: false, layout: 'classic' } })
  expect([telltale.flags.variation('pricing', false), telltale.flags.variation('layout', '')]).toEqual([true, 'b'])
  localStorage.removeItem(page.STORED)
  dispatchEvent(new StorageEvent('storage', { key: page.STORED, storageArea: localStorage }))
  expect([telltale.flags.variation('pricing', false), telltale.flags.variation('layout', '')]).toEqual([false, 'b'])
  sessionStorage.clear()
  dispatchEvent(new StorageEvent('storage', { key: null }))
  expect(telltale.flags.variation('layout', '')).toBe('classic')
})

it.each(['null', '[1]', '{', '"text"', '7'])('%s in the place of stored overrides is ignored', (text) => {
  localStorage.setItem(page.STORED, text)
  const telltale = page.start({ flags: { pricing: false } })
  expect(telltale.flags.allFlags()).toEqual({ pricing: false })
  expect(telltale.problems()).toEqual([])
})

it('where storage throws, an override holds for the page, and the panel says so', async () => {
  const refuse = () => {
    throw new DOMException('blocked', 'SecurityError')
  }
  for (const method of ['getItem', 'setItem', 'removeItem'] as const)
    vi.spyOn(Storage.prototype, method).mockImplementation(refuse)
  const telltale = page.start({ flags: { pricing: false } })
  await page.open()
  await page.choose('pricing', 'true')
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  expect(telltale.flags.variation('pricing', false)).toBe(true)
  await expect.poll(() => page.within('.warning:not(:empty)')?.textContent).toContain('stores nothing')
  page.button('Clear all overrides')?.click()
  expect(telltale.flags.variation('pricing', false)).toBe(false)
})

const withLink = (coded: string) =>
  history.replaceState({ router: 1 }, '', `?a=%20&telltale-overrides=${coded}&b=2#part`)
const coded = (text: string) =>
  btoa(String.fromCharCode(...new TextEncoder().encode(text)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

it('a link overrides flags in this tab, and is taken out of the address, which is otherwise as it was', async () => {
  withLink(coded('{"app":"Test","flags":{"pricing":true,"name":"Zoë","__proto__":{"isPolluted":true}}}'))
  const telltale = page.start({ flags: { pricing: false } })
  expect(`${location.search}${location.hash}`).toBe('?a=%20&b=2#part')
  expect(history.state).toEqual({ router: 1 })
  expect([telltale.flags.variation('pricing', false), telltale.flags.variation('name', '')]).toEqual([true, 'Zoë'])
  expect(({} as Record<string, unknown>)['isPolluted']).toBeUndefined()
  expect(localStorage.getItem(page.STORED)).toBeNull()
  await page.open()
  await expect.poll(() => page.within('li[data-overridden] .note')?.textContent).toBeDefined()
  expect(
    page
      .all('li[data-overridden] .note')
      .map((note) => note.textContent)
      .join(),
  ).toContain('No such flag exists')
})

it('of two links in an address the first one holds, and both are removed', async () => {
  const [first, second] = [
    coded('{"app":"Test","flags":{"pricing":true}}'),
    coded('{"app":"Test","flags":{"other":1}}'),
  ]
  history.replaceState(null, '', `?telltale-overrides=${first}&telltale-overrides=${second}&b=2`)
  const telltale = page.start({ flags: { pricing: false } })
  expect(location.search).toBe('?b=2')
  expect(telltale.flags.allFlags()).toEqual({ pricing: true })
  expect(telltale.problems()).toEqual([])
})

it('an override that begins before the flags are known says what is served, and that a flag is gone, once they are', async () => {
  sessionStorage.setItem(page.STORED, '{"pricing":true,"gone":1}')
  const telltale = page.start({ flags: { pricing: false }, isLoading: true })
  await page.open()
  const notes = () => page.all('li[data-overridden] .note').map((note) => note.textContent)
  await expect.poll(() => notes().join()).toContain('It is overridden in this tab.')
  expect(notes().join()).not.toMatch(/has sent|No such flag/)
  await telltale.finishLoading()
  await expect.poll(notes).toContain('It is overridden in this tab. The flag service has sent false.')
  expect(notes()).toContain('It is overridden in this tab. No such flag exists any more.')
})

it('the link that the panel makes is read as it was written', () => {
  const values = new Map<string, never>(Object.entries({ pricing: true, 'näme ✓': { a: ['✓', null, 1.5] } }) as never)
  history.replaceState(null, '', linkWith(page.NAME, values) ?? '')
  const telltale = page.start({ flags: { pricing: false } })
  expect(telltale.flags.allFlags()).toEqual(Object.fromEntries(values))
  expect(linkWith(page.NAME, new Map([['long', 'x'.repeat(9_000)]]))).toBeUndefined()
})

it.each([
  ['is no base64', '%F0%9F'],
  ['is no JSON', coded('{')],
  ['is no object', coded('[1]')],
  ['has no flags', coded('{"app":"Test"}')],
  ['has flags that are no object', coded('{"app":"Test","flags":[1]}')],
  ['is nested too deeply', coded(`{"app":"Test","flags":{"a":${'['.repeat(1_000)}${']'.repeat(1_000)}}}`)],
  ['is too long', coded(`{"app":"Test","flags":{"a":"${'x'.repeat(9_000)}"}}`)],
])('a link that %s is ignored with one warning, and removed', (_what, text) => {
  withLink(text)
  const telltale = page.start({ flags: { pricing: false } })
  expect(telltale.problems()).toEqual([expect.stringMatching(/overrides in the address .* \(T181\)$/)])
  expect(location.search).toBe('?a=%20&b=2')
  expect(telltale.flags.allFlags()).toEqual({ pricing: false })
})

it('two layers have a panel each, of which one is open, and neither acts on the other', async () => {
  withLink(coded('{"app":"Other","flags":{"pricing":true}}'))
  const first = page.start({ flags: { pricing: false } })
  const other = page.start({ flags: { pricing: false }, settings: { app: { name: 'Other' } } })
  await expect.poll(() => page.hosts().length).toBe(2)
  expect([first.flags.variation('pricing', false), other.flags.variation('pricing', false)]).toEqual([false, true])
  expect(page.hosts().flatMap((host) => page.all('.opener', host))).toHaveLength(1)
  await page.open()
  const choice = page.within<HTMLSelectElement>('select[aria-label=Layer]')
  expect([...(choice?.options ?? [])].map(({ text }) => text)).toEqual(['Test', 'Other'])
  if (choice) choice.selectedIndex = 1
  choice?.dispatchEvent(new Event('change'))
  await expect.poll(() => page.within('.panel', page.hosts()[1])).toBeDefined()
  expect(page.within('.panel')).toBeUndefined()
  expect(page.all('.flag .key', page.hosts()[1]).map((key) => key.textContent)).toEqual(['pricing'])
  page.press()
  expect(page.hosts().flatMap((host) => page.all('.panel', host))).toEqual([])
  expect(localStorage.getItem(page.STORED)).toBeNull()
  first.close()
  expect(other.flags.variation('pricing', false)).toBe(true)
})

it('it is off in production, and in use by those whom `allow` names, from their sign-in to their sign-out', async () => {
  sessionStorage.setItem(page.STORED, '{"pricing":true}')
  const settings = { promotion: 'production', projects: undefined }
  const plain = page.start({ flags: { pricing: false }, settings })
  page.press()
  expect([plain.flags.variation('pricing', false), page.hosts()]).toEqual([false, []])

  const allow: InspectorOptions['allow'] = (who) => who.status === 'known' && who.person['role'] === 'support'
  const telltale = page.start({ flags: { pricing: false }, settings, inspect: { allow } })
  await expect.poll(() => telltale.identity.current.get().status).toBe('known')
  expect(telltale.flags.variation('pricing', false)).toBe(false)
  telltale.signIn({ unique_identity: 'sue', role: 'support' })
  expect(telltale.flags.variation('pricing', false)).toBe(true)
  await page.open()
  telltale.signOut()
  expect([telltale.flags.variation('pricing', false), page.hosts()]).toEqual([false, []])
  // They are not those of the next user.
  expect(sessionStorage.getItem(page.STORED)).toBeNull()
  telltale.signIn({ unique_identity: 'tom', role: 'support' })
  expect(telltale.flags.variation('pricing', false)).toBe(false)
})

it.each([
  [
    'throws',
    () => {
      throw new Error('no')
    },
  ],
  ['returns a promise that is rejected', () => Promise.reject(new Error('no'))],
  ['returns a promise of true', () => Promise.resolve(true)],
])('an `allow` that %s is reported once, and lets nobody in', async (_what, allow) => {
  // An unhandled rejection fails the test.
  const telltale = page.start({ inspect: { allow: allow as never } })
  telltale.signIn({ unique_identity: 'sue' })
  await expect
    .poll(() => telltale.problems())
    .toEqual([expect.stringMatching(/allow has thrown or returned a promise\. \(T182\)$/)])
  expect(page.hosts()).toEqual([])
})

it('it stands beside a body that is replaced, above everything, and out of reach of the styles of the page', async () => {
  const style = document.head.appendChild(document.createElement('style'))
  style.textContent = `:not(:root) { all: unset !important; display: none !important; opacity: 0 !important; z-index: 1 !important }`
  page.start({ flags: { pricing: false } })
  await page.open()
  const { body } = document
  document.body.replaceWith(document.createElement('body'))
  const cover = document.body.appendChild(document.createElement('div'))
  cover.setAttribute('style', 'position: fixed; inset: 0; z-index: 2147483647; display: block')
  const box = page.within('.panel')?.getBoundingClientRect()
  expect(box?.width).toBeGreaterThan(200)
  expect(document.elementFromPoint((box?.left ?? 0) + 60, (box?.top ?? 0) + 60)).toBe(page.hosts()[0])
  document.documentElement.append(...[...document.documentElement.children].filter((one) => one !== page.hosts()[0]))
  page.hosts()[0]?.remove()
  await expect.poll(() => page.hosts().length).toBe(1)
  document.body.replaceWith(body)
  style.remove()
})

it('React takes over the HTML of a server beside it, and it stays', async () => {
  page.start({ flags: { pricing: false } })
  await expect.poll(() => page.hosts().length).toBe(1)
  const [{ createElement }, { hydrateRoot }, { renderToString }] = await Promise.all([
    import('react'),
    import('react-dom/client'),
    import('react-dom/server'),
  ])
  const body = createElement('body', null, createElement('button', null, 'Prices'))
  const markup = createElement('html', null, createElement('head', null, createElement('title', null, 'P')), body)
  const frame = document.body.appendChild(document.createElement('iframe'))
  frame.srcdoc = `<!doctype html>${renderToString(markup)}`
  await new Promise((resolve) => frame.addEventListener('load', resolve))
  const inner = frame.contentDocument
  const [host] = page.hosts()
  if (!inner || !host) throw new Error('There is no frame.')
  inner.documentElement.append(host)
  const errors = vi.fn()
  const root = hydrateRoot(inner, markup, { onRecoverableError: errors })
  await expect.poll(() => Object.keys(inner.querySelector('button') ?? {}).join()).toContain('__react')
  expect(errors).not.toHaveBeenCalled()
  expect(inner.documentElement.lastElementChild).toBe(host)
  root.unmount()
  frame.remove()
})

it('where a browser has no constructed style sheets, it has its styles, too', async () => {
  vi.stubGlobal('CSSStyleSheet', undefined)
  page.start({ flags: { pricing: false } })
  await page.open()
  expect(getComputedStyle(page.within('.panel') ?? document.body).position).toBe('absolute')
  vi.unstubAllGlobals()
})

it('of ten thousand flags twenty are drawn, a hundred after a scroll to their end, and a filter finds the others', async () => {
  const flags = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`flag-${index}`, index % 2 === 0]))
  const telltale = page.start({ flags })
  await page.open()
  await expect.poll(() => page.all('.flag').length).toBe(20)
  expect(page.within('.empty')?.textContent).toBe('9980 more: filter to find them.')
  page.within('.content')?.scrollTo(0, 100_000)
  await expect.poll(() => page.all('.flag').length).toBe(100)
  expect(page.within('.empty')?.textContent).toBe('9900 more: filter to find them.')
  const filter = page.within<HTMLInputElement>('input[type=search]')
  if (filter) filter.value = 'FLAG-9999'
  filter?.dispatchEvent(new Event('input'))
  expect(page.all('.flag .key').map((key) => key.textContent)).toEqual(['flag-9999'])
  await page.choose('flag-9999', 'true')
  expect(telltale.flags.variation('flag-9999', false)).toBe(true)
})

it('a huge value is shown by its beginning', async () => {
  page.start({ flags: { huge: 'x'.repeat(1_000_000) } })
  await page.open()
  await expect.poll(() => page.within('.flag .value')?.textContent?.length).toBe(121)
})

it('ten thousand events in one task leave the latest two hundred', async () => {
  const telltale = page.start()
  await page.open()
  page.tab('Events')?.click()
  for (let index = 0; index < 10_000; index += 1) telltale.track('Counted', { index })
  await expect.poll(() => page.all('.event').length).toBe(200)
  page.within('.opener-row')?.click()
  expect(page.within('.event .details')?.textContent).toContain('"index": 9999')
})

it('who, events, destinations and problems have a sentence when they are empty, and show what happens', async () => {
  const telltale = page.start({ identity: { unique_identity: 'ida', user_name: 'Ida', session_token: 'hidden' } })
  await page.open()
  page.tab('Who')?.click()
  expect(page.within('.said')?.textContent).toBe('Ida is signed in.')
  expect(page.within('.facts')?.textContent).not.toContain('hidden')
  telltale.impersonate({ unique_identity: 'otto', user_name: 'Otto' }, 'ida@example.com')
  await expect.poll(() => page.within('.said')?.textContent).toBe('ida@example.com acts as Otto.')
  telltale.signOut()
  await expect.poll(() => page.within('.said')?.textContent).toBe('Nobody is signed in.')
  page.tab('Destinations')?.click()
  expect(page.within('.empty')?.textContent).toContain('no destination')
  page.tab('Problems')?.click()
  expect(page.within('.empty')?.textContent).toContain('Nothing has been reported')
  telltale.track('')
  await expect.poll(() => page.within('.flag .key')?.textContent).toBe('track')
  expect(page.tab('Problems')?.textContent).toBe('Problems 1')
})

it('an event says how many destinations have it, and which have not', async () => {
  const { collector } = await import('../collector.ts')
  let answer: 'network' | { status: number } = 'network'
  const telltale = page.start({
    settings: { destinations: [collector({ url: 'https://collect.test/' })] },
    server: () => answer,
  })
  await page.open()
  page.tab('Events')?.click()
  telltale.track('Opened')
  await telltale.advance(2_000)
  await expect.poll(() => page.within('.event .state')?.textContent).toBe('waits for collector')
  page.tab('Destinations')?.click()
  await expect.poll(() => page.within('.flag .state')?.textContent).toBe('fails')
  expect(page.within('.flag .note')?.textContent).toMatch(/2 events wait/)
  await telltale.advance(5_000)
  await expect.poll(() => page.tab('Problems')?.textContent).toBe('Problems 1')
  page.tab('Problems')?.click()
  expect(page.within('.flag')?.textContent).toMatch(/collector.*It takes no events: .* They are kept, and sent again\./)
  page.tab('Destinations')?.click()
  answer = { status: 202 }
  await telltale.advance(60_000)
  await expect.poll(() => page.within('.flag .state')?.textContent).toBe('takes events')
  page.tab('Events')?.click()
  expect(page.within('.event .state')?.textContent).toBe('delivered to collector')
  page.within('.opener-row')?.click()
  expect(page.within('.event .details')?.textContent).toContain('collector: delivered, sent ')
})

it('close() of the layer ends an open panel, its timers and its listeners', async () => {
  const telltale = page.start()
  await page.open()
  telltale.close()
  expect(page.hosts()).toEqual([])
  page.press()
  dispatchEvent(new StorageEvent('storage', { key: null }))
  expect(page.hosts()).toEqual([])
})

it('a panel that cannot be loaded is reported, and asked for again', async () => {
  const { createInspector } = await import('./createInspector.ts')
  const load = vi.fn(() => Promise.reject(new Error('404')))
  const telltale = createTestTelltale({
    settings: {
      observers: [createInspector(undefined, { panel: load, sharing: () => import('./sharing/startSharing.ts') })],
    },
  })
  page.running.push(telltale)
  page.press()
  await expect.poll(() => telltale.problems().join()).toContain('(T183)')
  page.press()
  page.press()
  expect(load).toHaveBeenCalledTimes(2)
})

it('panel, button and banner are never printed', async () => {
  page.start({ settings: {} })
  await page.open()
  const [host] = page.hosts()
  const sheets = host?.shadowRoot?.adoptedStyleSheets ?? []
  const printed = sheets.flatMap((sheet) =>
    [...sheet.cssRules].flatMap((rule) =>
      rule instanceof CSSMediaRule && rule.conditionText === 'print'
        ? [...rule.cssRules].map(({ cssText }) => cssText)
        : [],
    ),
  )
  expect(printed).toEqual([expect.stringMatching(/^:host \{ display: none !important;? \}$/)])
})

it('the button has a word until the panel was opened once in this tab of the browser', async () => {
  const first = page.start()
  const word = () => page.within('.opener span')?.textContent
  await expect.poll(word).toBe('Telltale')
  await page.open()
  page.press()
  expect(word()).toBeUndefined()
  first.close()
  page.running.length = 0
  page.start()
  await expect.poll(() => page.within('.opener')).toBeDefined()
  expect(word()).toBeUndefined()
})
