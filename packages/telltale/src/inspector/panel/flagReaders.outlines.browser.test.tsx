import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useFlag } from '../../react.ts'
import { TestTelltaleProvider } from '../../testing-react.ts'
import * as page from '../inspectedPage.suite.ts'

// A bundler has shortened the names of these components.
const Aa = () => <p className="_price_72zas_2">{String(useFlag('pricing' as never, false))}</p>
const Bb = () => <p>{useFlag('pricing' as never, false) ? 'Prices' : ''}</p>
const Far = () => <p style={{ marginTop: 3_000 }}>{String(useFlag('pricing' as never, false))}</p>
function Basket() {
  return <b>{String(useFlag('basket' as never, false))}</b>
}

let root: Root | undefined
let container: HTMLElement
beforeEach(() => {
  container = document.body.appendChild(document.createElement('div'))
  scrollTo(0, 0)
})
afterEach(() => {
  root?.unmount()
  container.remove()
  scrollTo(0, 0)
})

async function open(children: React.ReactNode) {
  const telltale = page.start({ flags: { pricing: true, basket: true, unread: true } })
  root = createRoot(container)
  root.render(<TestTelltaleProvider telltale={telltale}>{children}</TestTelltaleProvider>)
  await expect.poll(() => container.textContent).not.toBe('')
  await page.open()
  return telltale
}

const rowOf = (key: string) => page.all('.flag').find((row) => row.querySelector('.key')?.textContent === key)
const show = (key: string) => rowOf(key)?.querySelector<HTMLElement>('.readers button') ?? undefined
const said = (key: string) => rowOf(key)?.querySelector('[role=status]')?.textContent
const outlined = () => page.all('.outline').map((box) => box.getBoundingClientRect())
const placeOf = (selector: string) => container.querySelector(selector)?.getBoundingClientRect()
const same = (one: DOMRect | undefined) =>
  expect.objectContaining({ x: one?.x, y: one?.y, width: one?.width, height: one?.height })

it('components whose names a bundler has shortened are counted, and named by no class', async () => {
  await open([<Aa key="1" />, <Bb key="2" />, <Basket key="3" />])
  await expect.poll(() => rowOf('pricing')?.textContent).toContain('Read by 2 components.')
  expect(rowOf('pricing')?.textContent).not.toContain('72zas')
  expect(rowOf('basket')?.textContent).toContain('Read by Basket.')
  expect(show('basket')?.textContent).toBe('Show it on the page')
  expect(show('unread')?.hidden).toBe(true)
})

it('a button outlines them, says how many are in view, follows them, and takes no clicks; a second press ends it', async () => {
  await open([<Aa key="1" />, <Far key="2" />])
  await expect.poll(() => show('pricing')?.textContent).toBe('Show them on the page')
  show('pricing')?.click()
  expect(show('pricing')?.getAttribute('aria-pressed')).toBe('true')
  await expect.poll(outlined).toEqual([same(placeOf('p')), same(placeOf('p + p'))])
  await expect.poll(() => said('pricing')).toBe('1 of 2 in view.')
  expect(getComputedStyle(page.within('.outline') as Element).pointerEvents).toBe('none')
  scrollTo(0, 40)
  await expect.poll(outlined).toEqual([same(placeOf('p')), same(placeOf('p + p'))])
  show('pricing')?.click()
  expect(outlined()).toEqual([])
  expect(show('pricing')?.getAttribute('aria-pressed')).toBe('false')
  expect(said('pricing')).toBe('')
})

it.each([
  ['at once where the user wants less motion', true, 'instant'],
  ['smoothly otherwise', false, 'smooth'],
] as const)('the first one is scrolled into view, %s, unless it is there', async (_how, matches, behavior) => {
  vi.spyOn(globalThis, 'matchMedia').mockReturnValue({ matches } as MediaQueryList)
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue()
  await open([<Far key="1" />, <Aa key="2" />, <Basket key="3" />])
  await expect.poll(() => show('pricing')?.hidden).toBe(false)
  show('pricing')?.click()
  expect(scroll.mock.calls).toEqual([[expect.objectContaining({ behavior })]])
  expect(scroll.mock.contexts).toEqual([container.querySelector('p')])
  scroll.mockClear()
  vi.spyOn(container.querySelector('b') as Element, 'getBoundingClientRect').mockReturnValue(new DOMRect(1, 1, 9, 9))
  show('basket')?.click()
  expect(scroll).not.toHaveBeenCalled()
  expect(show('pricing')?.getAttribute('aria-pressed'), 'one at a time').toBe('false')
})

it('Escape ends it, in the panel without closing it, and on the page, which has the key, too', async () => {
  await open(<Aa />)
  await expect.poll(() => show('pricing')?.hidden).toBe(false)
  const escape = { key: 'Escape', code: 'Escape' }
  const heard = vi.fn()
  container.addEventListener('keydown', heard)
  for (const target of [() => show('pricing'), () => container.querySelector('p')]) {
    show('pricing')?.click()
    expect(outlined()).toHaveLength(1)
    page.press(escape, target() as Element)
    expect(outlined()).toEqual([])
    expect(page.within('.panel')).toBeDefined()
  }
  expect(heard).toHaveBeenCalledOnce()
  page.press(escape, show('pricing'))
  expect(page.within('.panel')).toBeUndefined()
})

it('it ends when another tab is shown, when the flag is filtered away, and when the panel closes', async () => {
  await open(<Aa />)
  await expect.poll(() => show('pricing')?.hidden).toBe(false)
  const filter = (text: string) => {
    const field = page.within<HTMLInputElement>('input[type=search]')
    if (field) field.value = text
    field?.dispatchEvent(new Event('input'))
  }
  const ways = [() => page.tab('Who')?.click(), () => filter('basket'), () => page.press()]
  for (const leave of ways) {
    page.tab('Flags')?.click()
    filter('')
    await expect.poll(() => show('pricing')?.hidden).toBe(false)
    show('pricing')?.click()
    expect(outlined()).toHaveLength(1)
    leave()
    await expect.poll(outlined).toEqual([])
  }
})
