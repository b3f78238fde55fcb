import { afterEach, describe, expect, it, vi } from 'vitest'
import type { StepHost } from '../core/stepHost.ts'
import { pageViews } from '../page-views.ts'
import { timerClock, webRandom } from './browserPlatform.ts'
import { onNavigate, readDocument } from './views.ts'
import { fullPage } from './windowPage.ts'

const home = location.href
const own = ['pushState', 'replaceState'] as const
const hasNavigation = 'navigation' in globalThis
const original = Object.getOwnPropertyDescriptor(globalThis, 'navigation')
const stops: (() => void)[] = []

afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  if (original) Object.defineProperty(globalThis, 'navigation', original)
  // WebKit allows 100 changes in ten seconds.
  if (location.href !== home) history.replaceState(null, '', home)
})

function listen() {
  const heard: (boolean | undefined)[] = []
  const stop = onNavigate((isBack) => heard.push(isBack))
  stops.push(stop)
  return { heard, stop }
}

/** The views that a step records. */
function record() {
  const views: Record<string, unknown>[] = []
  const step = pageViews()
  const host = {
    '~host': { platform: { clock: timerClock, page: fullPage, random: webRandom } },
    record: (name: string, properties: object, kind: string) => views.push({ name, kind, ...properties }),
  }
  const stop = step.start?.(host as unknown as StepHost) as () => void
  stops.push(stop)
  return { views, stop, patterns: () => views.map(({ pattern }) => pattern) }
}

const ways: [string, (() => void) | undefined][] = [
  ['with the Navigation API, where the browser has it', undefined],
  ['without the Navigation API', () => hide(undefined)],
  ['where an element of the page has its name', () => hide(document.createElement('nav'))],
]
const hide = (value: unknown) => Object.defineProperty(globalThis, 'navigation', { value, configurable: true })

describe.each(ways)('%s', (_, prepare) => {
  it('each navigation is heard, and close restores the history of the page', async () => {
    prepare?.()
    const before = own.map((name) => Object.getOwnPropertyDescriptor(history, name))
    const { heard, stop } = listen()
    history.pushState(null, '', '/one')
    history.replaceState(null, '', '/two')
    await expect.poll(() => heard.length).toBe(2)
    history.back()
    await expect.poll(() => location.href).toBe(home)
    await expect.poll(() => heard.length).toBeGreaterThan(2)
    stop()
    expect(own.map((name) => Object.getOwnPropertyDescriptor(history, name))).toEqual(before)
    const count = heard.length
    history.pushState(null, '', '/three')
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(heard).toHaveLength(count)
  })

  it('a view is recorded once for each navigation, and none for the same address', async () => {
    prepare?.()
    history.replaceState(null, '', '/start')
    const { patterns } = record()
    await expect.poll(patterns).toEqual(['/start'])
    history.pushState(null, '', '/quotes/17')
    await expect.poll(patterns).toEqual(['/start', '/quotes/:id'])
    history.replaceState({ a: 1 }, '', '/quotes/17')
    history.pushState({ a: 2 }, '', '/quotes/17#lines')
    await new Promise((resolve) => setTimeout(resolve, 50))
    history.go(-2)
    await expect.poll(patterns).toEqual(['/start', '/quotes/:id', '/start'])
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(patterns()).toHaveLength(3)
  })

  it('five navigations in one task are one view, with the last address', async () => {
    prepare?.()
    const { patterns } = record()
    await expect.poll(patterns).toHaveLength(1)
    for (let count = 0; count < 5; count += 1) history.pushState(null, '', `/step/${count}`)
    history.pushState(null, '', '/end')
    await expect.poll(patterns).toHaveLength(2)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(patterns()[1]).toBe('/end')
    expect(patterns()).toHaveLength(2)
  })

  it('what the history throws is for its caller, and is no navigation', () => {
    prepare?.()
    const { heard } = listen()
    expect(() => history.pushState(null, '', 'https://another.test/')).toThrow()
    expect(() => history.pushState(() => {}, '', '/one')).toThrow()
    expect(heard).toEqual([])
  })
})

describe('without the Navigation API', () => {
  it('another script that has wrapped the history in between keeps its wrapper, which goes on', () => {
    hide(undefined)
    const { stop, heard } = listen()
    const ours = history.pushState
    const said: string[] = []
    history.pushState = function (this: History, ...given) {
      said.push('another')
      ours.apply(this, given)
    }
    stop()
    history.pushState(null, '', '/one')
    expect([said, heard.length, location.pathname]).toEqual([['another'], 0, '/one'])
    delete (history as Partial<History>).pushState
  })

  it('a wrapper that was there before is there again after close', () => {
    hide(undefined)
    const wrapper = vi.fn()
    history.pushState = wrapper
    const { stop, heard } = listen()
    history.pushState({ a: 1 }, '', '/one')
    expect(wrapper).toHaveBeenCalledWith({ a: 1 }, '', '/one')
    expect(heard).toHaveLength(1)
    stop()
    expect(history.pushState).toBe(wrapper)
    delete (history as Partial<History>).pushState
  })
})

it('a return from the back/forward cache is heard as such, and a load is not', () => {
  const { heard } = listen()
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }))
  expect(heard).toEqual([])
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  expect(heard).toEqual([true])
})

it('a form that is called title is no title', () => {
  const form = document.createElement('form')
  form.setAttribute('name', 'title')
  document.body.append(form)
  expect(readDocument('title')).toBe('')
  form.remove()
  document.title = 'Desk'
  expect(readDocument('title')).toBe('Desk')
})

it.runIf(hasNavigation)('the history of a page that has the Navigation API is left alone', () => {
  const before = own.map((name) => history[name])
  listen()
  expect(own.map((name) => history[name])).toEqual(before)
})
