import * as React from 'react'
import {
  Component,
  lazy,
  StrictMode,
  Suspense,
  useEffect,
  useLayoutEffect,
  type ComponentType,
  type ReactNode,
} from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import type { Telltale } from '../../layer/createTelltale.ts'
import { createTelltaleAtOnce } from '../../testkit/createTelltaleAtOnce.ts'
import type { Settings } from '../../layer/settings.ts'
import { Flag, inLayer } from './inLayer.suite.tsx'
import { layerSettings, startLayer } from './startLayer.suite.ts'
import { TelltaleProvider } from '../TelltaleProvider.tsx'
import { useReadySuspense } from '../useTelltale.ts'
import { useTelltale } from '../useTelltale.ts'

/** What an application gives, and what is made of it. */
function start() {
  const { settings, platform } = layerSettings({ flags: { on: true } })
  const made: { telltale: Telltale; isClosed: boolean }[] = []
  const create = (given: Settings) => {
    const telltale = createTelltaleAtOnce(given, platform)
    const entry = { telltale, isClosed: false }
    made.push(entry)
    return { ...telltale, close: () => ((entry.isClosed = true), telltale.close()) }
  }
  return { settings, create, made, platform }
}

it('the provider creates one layer in StrictMode, and closes it when it unmounts', async () => {
  const { settings, create, made, platform } = start()
  const provider = (
    <StrictMode>
      <TelltaleProvider create={create} settings={settings}>
        <Flag name="on" fallback={false} />
      </TelltaleProvider>
    </StrictMode>
  )
  const screen = await render(provider)
  await platform.clock.advance(10)
  await expect.element(screen.getByText('on=true')).toBeVisible()
  expect(made.map(({ isClosed }) => isClosed)).toEqual([false])
  const { requests } = platform.transport
  expect(requests.filter(({ url }) => url.includes('who-am-i'))).toHaveLength(1)

  await screen.unmount()
  expect(made.map(({ isClosed }) => isClosed)).toEqual([true])
  expect(platform.clock.pending).toBe(0)
})

it('the provider has its layer before the first paint', async () => {
  const { settings, create } = start()
  // As in an application: without `act`, which would do at once what a browser does in its own time.
  const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }
  environment.IS_REACT_ACT_ENVIRONMENT = false
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  const frames: (string | null)[] = []
  const inspect = () => {
    frames.push(container.textContent)
    if (frames.length < 10) requestAnimationFrame(inspect)
  }
  requestAnimationFrame(inspect)
  root.render(
    <>
      shell
      <TelltaleProvider create={create} settings={settings}>
        , application
      </TelltaleProvider>
    </>,
  )
  await expect.poll(() => frames.length).toBe(10)
  expect(new Set(frames.filter(Boolean))).toEqual(new Set(['shell, application']))
  root.unmount()
  environment.IS_REACT_ACT_ENVIRONMENT = true
})

it('the provider keeps its layer when the settings change, and creates another one for another key', async () => {
  const { settings, create, made } = start()
  const provider = (key: string) => (
    <TelltaleProvider key={key} create={create} settings={{ ...settings }}>
      <p>the application</p>
    </TelltaleProvider>
  )
  const screen = await render(provider('a'))
  await screen.rerender(provider('a'))
  expect(made).toHaveLength(1)
  await screen.rerender(provider('b'))
  expect(made.map(({ isClosed }) => isClosed)).toEqual([true, false])
  await screen.unmount()
  expect(made.map(({ isClosed }) => isClosed)).toEqual([true, true])
})

it('the provider keeps its layer while its children suspend', async () => {
  const { settings, create, made, platform } = start()
  let arrive = (_chunk: { default: ComponentType }) => {}
  const Page = lazy(() => new Promise<{ default: ComponentType }>((resolve) => (arrive = resolve)))
  const Patient = () => (useReadySuspense() ? <Page /> : 'out of time')
  const screen = await render(
    <Suspense fallback="waiting">
      <TelltaleProvider create={create} settings={settings}>
        <Patient />
      </TelltaleProvider>
    </Suspense>,
  )
  expect(screen.container.textContent).toBe('waiting')
  await platform.clock.advance(10)
  arrive({ default: () => <Flag name="on" fallback={false} /> })
  await expect.element(screen.getByText('on=true')).toBeVisible()
  expect(made.map(({ isClosed }) => isClosed)).toEqual([false])
  await screen.unmount()
  expect(made.map(({ isClosed }) => isClosed)).toEqual([true])
})

it.each([false, true])(
  'closes its layer when it is removed while something below suspends (in StrictMode: %s)',
  async (isStrict) => {
    const { settings, create, made } = start()
    const Forever = () => {
      throw new Promise<never>(() => {})
    }
    const page = (isSuspended: boolean) => {
      const provider = (
        <Suspense fallback="waiting">
          <TelltaleProvider create={create} settings={settings}>
            <Flag name="on" fallback={false} />
            {isSuspended && <Forever />}
          </TelltaleProvider>
        </Suspense>
      )
      return isStrict ? <StrictMode>{provider}</StrictMode> : provider
    }
    const screen = await render(page(false))
    await screen.rerender(page(true))
    expect(screen.container.textContent).toContain('waiting')
    expect(made.map(({ isClosed }) => isClosed)).toEqual([false])
    await screen.unmount()
    expect(made.map(({ isClosed }) => isClosed)).toEqual([true])
  },
)

interface ActivityProps {
  mode: 'visible' | 'hidden'
  children: ReactNode
}

// React 18 has none.
const Activity = (React as { Activity?: ComponentType<ActivityProps> }).Activity
const orders = [
  ['visible', 'hidden', 'visible', 'hidden'],
  ['visible', 'hidden', 'visible'],
  ['hidden', 'visible'],
] as const

it.runIf(Activity).each(orders.flatMap((modes) => [false, true].map((isStrict) => ({ modes, isStrict }))))(
  'keeps its layer while it is hidden, and closes it when it is removed: $modes, in StrictMode: $isStrict',
  async ({ modes, isStrict }) => {
    if (!Activity) return
    const { settings, create, made, platform } = start()
    const page = (mode: 'visible' | 'hidden') => {
      const activity = (
        <Activity mode={mode}>
          <TelltaleProvider create={create} settings={settings}>
            <Flag name="on" fallback={false} />
          </TelltaleProvider>
        </Activity>
      )
      return isStrict ? <StrictMode>{activity}</StrictMode> : activity
    }
    const screen = await render(page(modes[0]))
    for (const mode of modes.slice(1)) {
      await screen.rerender(page(mode))
      await platform.clock.advance(10)
      expect(made.map(({ isClosed }) => isClosed)).toEqual([false])
      expect(screen.container.textContent).toBe('on=true')
    }
    await screen.unmount()
    expect(made.map(({ isClosed }) => isClosed)).toEqual([true])
    expect(platform.clock.pending).toBe(0)
  },
)

it('the provider closes its layer after its children have unmounted, so that they can still track', async () => {
  const { settings, create, made } = start()
  const ended: unknown[] = []
  const Page = () => {
    useLayoutEffect(() => () => void ended.push(made[0]?.isClosed), [])
    useEffect(() => () => void ended.push(made[0]?.isClosed), [])
    return null
  }
  const screen = await render(
    <TelltaleProvider create={create} settings={settings}>
      <Page />
    </TelltaleProvider>,
  )
  await screen.unmount()
  expect([...ended, made[0]?.isClosed]).toEqual([false, false, true])
})

it('the provider does not close a layer that the application created, and uses another one at once', async () => {
  const [one, two] = [await startLayer({ flags: { on: 1 } }), await startLayer({ flags: { on: 2 } })]
  const close = vi.spyOn(one.telltale, 'close')
  const shown: string[] = []
  const flag = (telltale: Telltale) => inLayer(telltale, <Flag name="on" onRender={(text) => shown.push(text)} />)
  const screen = await render(flag(one.telltale))
  await screen.rerender(flag(two.telltale))
  expect(shown).toEqual(['on=1', 'on=2'])
  expect([one.watchers(), two.watchers()]).toEqual([0, 1])
  await screen.unmount()
  expect(close).not.toHaveBeenCalled()
  for (const { telltale } of [one, two]) telltale.close()
})

class Boundary extends Component<{ children: ReactNode; onReset: (reset: () => void) => void }> {
  override state = { message: '' }
  static getDerivedStateFromError = (error: Error) => ({ message: error.message })
  override render() {
    this.props.onReset(() => this.setState({ message: '' }))
    return this.state.message ? <p>{this.state.message}</p> : this.props.children
  }
}

it('the provider leaves no listener behind when an error boundary is reset repeatedly', async () => {
  const silence = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { telltale, watchers, change } = await startLayer({ flags: { broken: false } })
  let reset = () => {}
  const Fragile = () => {
    const { flags } = useTelltale()
    if (flags.getFlag('broken')?.value) throw new Error('It broke.')
    return <Flag name="broken" />
  }
  const screen = await render(
    inLayer(telltale, <Boundary onReset={(action) => (reset = action)}>{<Fragile />}</Boundary>),
  )
  const renderAgain = () =>
    screen.rerender(inLayer(telltale, <Boundary onReset={(action) => (reset = action)}>{<Fragile />}</Boundary>))
  for (let round = 0; round < 3; round += 1) {
    expect(watchers()).toBe(1)
    await change({ broken: true })
    await renderAgain()
    await expect.element(screen.getByText('It broke.')).toBeVisible()
    expect(watchers()).toBe(0)
    await change({ broken: false })
    reset()
    await expect.element(screen.getByText('broken=false')).toBeVisible()
  }
  silence.mockRestore()
  telltale.close()
})

it('a hook without a provider throws an error that says what to do, and wrong settings reach the error boundary', async () => {
  const silence = vi.spyOn(console, 'error').mockImplementation(() => {})
  await expect(render(<Flag name="on" />)).rejects.toThrow('Put a <TelltaleProvider> above its hooks')
  const { settings, create } = start()
  const wrong = { ...settings, app: { name: '' } }
  await expect(render(<TelltaleProvider create={create} settings={wrong} />)).rejects.toThrow(
    'Set app.name to the name of the application. (T22)',
  )
  silence.mockRestore()
})
