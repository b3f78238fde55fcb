import { Component, createElement, type PropsWithChildren } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, onTestFinished, vi } from 'vitest'
import { errors } from './errors.ts'
import { type AnalyticsEvent, createTelltale } from './index.ts'

/** Vitest fails when the window hears an error: its listeners do not hear those of a test. */
function openPage() {
  const taken: AnalyticsEvent[] = []
  const errorStep = errors()
  const telltale = createTelltale({
    app: `Errors ${Date.now()} ${Math.random()}`,
    identity: { person: () => ({ unique_identity: 'ida' }) },
    events: { steps: [errorStep] },
    destinations: [
      { name: 'own', deliver: async (batch) => (taken.push(...batch), { outcome: 'delivered' as const }) },
    ],
  })
  const [heard, images]: [string[], string[]] = [[], []]
  function stop(event: Event) {
    if (event.target !== window) return void images.push(event.type)
    heard.push(event.type)
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  const types = ['error', 'unhandledrejection'] as const
  for (const type of types) window.addEventListener(type, stop, { capture: true })
  onTestFinished(() => {
    telltale.close()
    for (const type of types) window.removeEventListener(type, stop, { capture: true })
  })
  const recorded = () => taken.filter(({ kind }) => kind === 'error').map(({ properties }) => properties)
  return { errorStep, recorded, heard, images }
}

it('an error of the window and a rejection are recorded with their frames, and an image that was not loaded is not', async () => {
  const page = openPage()
  const image = document.body.appendChild(new Image())
  image.src = '/no-such-image.png?a=1'
  await expect.poll(() => page.images).toHaveLength(1)
  image.remove()
  setTimeout(function fail() {
    throw new RangeError('too far')
  })
  void Promise.reject(new DOMException('gone', 'AbortError'))
  await expect.poll(page.recorded).toHaveLength(2)
  expect(page.recorded()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        type: 'RangeError',
        message: 'too far',
        source: 'window',
        handled: false,
        stacktrace: expect.stringMatching(
          // Chromium, and then Firefox and WebKit.
          /^RangeError: too far\n(?:at fail \(|fail@)http[^?]*errors\.browser\.test\.ts:\d+:\d+/,
        ),
      }),
      expect.objectContaining({ type: 'AbortError', message: 'gone', source: 'promise', handled: false }),
    ]),
  )
})

it('an error that React cannot catch is recorded once, with its components, and the window hears it', async () => {
  const page = openPage()
  const root = createRoot(document.createElement('div'), page.errorStep.reactRootOptions)
  const { name } = Quote
  root.render(createElement(Quote))
  await expect.poll(page.recorded).toHaveLength(1)
  expect(page.recorded()).toMatchObject([
    {
      message: 'no price',
      source: 'react',
      handled: false,
      component_stack: expect.stringMatching(new RegExp(`^(?:at ${name} \\(|${name}@)http`)),
    },
  ])
  expect(page.heard).toEqual(['error'])
  root.unmount()
})

it('an error that a boundary catches is recorded as handled, and the console has it as without the step', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => log.mockRestore())
  const page = openPage()
  const root = createRoot(document.createElement('div'), page.errorStep.reactRootOptions)
  root.render(createElement(Boundary, undefined, createElement(Quote)))
  await expect.poll(page.recorded).toMatchObject([{ source: 'react', handled: true, message: 'no price' }])
  expect(log).toHaveBeenCalledWith(new Error('no price'))
  expect(page.heard).toEqual([])
  root.unmount()
})

class Boundary extends Component<PropsWithChildren> {
  override readonly state = { hasFailed: false }
  static getDerivedStateFromError = () => ({ hasFailed: true })
  override render() {
    return this.state.hasFailed ? 'failed' : this.props.children
  }
}

function Quote(): never {
  throw new Error('no price')
}
