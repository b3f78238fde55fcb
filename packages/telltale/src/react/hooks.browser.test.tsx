import { StrictMode, Suspense, startTransition, useState, type ReactNode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import type { Json } from '../core/model/json.ts'
import { launchDarkly } from '../flags.ts'
import { createTelltale, type Telltale } from '../layer/createTelltale.ts'
import { fakePlatform } from '../testing/fakePlatform.ts'
import { fakeStream } from '../testing/fakeTransport.ts'
import { TelltaleProvider } from './TelltaleProvider.tsx'
import { useTelltale } from './useTelltale.ts'
import { useFlag } from './useFlag.ts'
import { useIdentity } from './useIdentity.ts'
import { useTrack } from './useTrack.ts'

const TOKEN = '0b1f6c1e-5d0a-4d53-9b86-3a5d6b2c7e10'
const ids = { internal: 'p', external: 'p' }

/** A layer whose flags a test changes through the stream, as the flag service would. */
async function startLayer(flags: Record<string, Json>) {
  const stream = fakeStream()
  const data = Object.fromEntries(
    Object.entries(flags).map(([key, value]) => [key, { value, version: 1, variation: 0 }]),
  )
  const exposures: string[] = []
  const platform = fakePlatform(({ url }) => {
    if (url.includes('who-am-i')) return { status: 200, body: { unique_identity: 'ida', user_name: 'Ida Berg' } }
    if (url.includes('/eval/')) return { status: 200, chunks: stream.chunks }
    return { status: 200, body: data }
  })
  const flagsPart = launchDarkly({ clientSideId: 'env', streaming: true, sendEvents: false })
  const telltale = createTelltale(
    {
      promotion: 'sandbox',
      app: { name: 'Test' },
      api: { production: 'https://a', staging: 'https://a', sandbox: 'https://a' },
      projects: { production: ids, staging: ids, sandbox: ids },
      auth: { token: () => TOKEN },
      flags: (host) => {
        host.bus.on('exposure', ({ key, flag }) => exposures.push(`${key}=${JSON.stringify(flag?.value)}`))
        return flagsPart(host)
      },
    },
    platform,
  )
  await platform.clock.advance(10)
  let version = 1
  return {
    telltale,
    platform,
    exposures,
    async change(key: string, value: Json) {
      stream.push(`event: patch\ndata: ${JSON.stringify({ key, value, version: (version += 1), variation: 1 })}\n\n`)
      await platform.settle()
    },
  }
}

function Flag({ name, fallback, onRender }: { name: string; fallback: Json; onRender?: (shown: string) => void }) {
  const shown = `${name}=${JSON.stringify(useFlag(name, fallback))}`
  onRender?.(shown)
  return <p>{shown}</p>
}

const inLayer = (telltale: Telltale, children: ReactNode) => (
  <TelltaleProvider telltale={telltale}>{children}</TelltaleProvider>
)

describe('useFlag', () => {
  it('renders one component when one flag changes, and none when another does or the value is equal', async () => {
    const { telltale, change } = await startLayer({ a: false, b: { days: 3 } })
    const renders = { a: 0, b: 0 }
    const screen = await render(
      inLayer(
        telltale,
        <>
          <Flag name="a" fallback={false} onRender={() => (renders.a += 1)} />
          <Flag name="b" fallback={{}} onRender={() => (renders.b += 1)} />
        </>,
      ),
    )
    expect(renders).toEqual({ a: 1, b: 1 })

    await change('a', true)
    await expect.element(screen.getByText('a=true')).toBeVisible()
    expect(renders).toEqual({ a: 2, b: 1 })

    await change('a', true)
    await change('b', { days: 3 })
    await change('c', 1)
    expect(renders).toEqual({ a: 2, b: 1 })
    telltale.close()
  })

  it('never shows the former flag’s value when the key changes', async () => {
    const { telltale } = await startLayer({ a: 'A', b: 'B' })
    const shown: string[] = []
    const flag = (name: string) =>
      inLayer(telltale, <Flag name={name} fallback="" onRender={(text) => shown.push(text)} />)
    const screen = await render(flag('a'))
    await screen.rerender(flag('b'))
    expect(new Set(shown)).toEqual(new Set(['a="A"', 'b="B"']))
    telltale.close()
  })

  it('shows the fallback while the flag is unknown or of another type', async () => {
    const { telltale, change } = await startLayer({ layout: 7 })
    const screen = await render(
      inLayer(
        telltale,
        <>
          <Flag name="layout" fallback="classic" />
          <Flag name="missing" fallback={3} />
        </>,
      ),
    )
    await expect.element(screen.getByText('layout="classic"')).toBeVisible()
    await expect.element(screen.getByText('missing=3')).toBeVisible()
    await change('layout', 'compact')
    await expect.element(screen.getByText('layout="compact"')).toBeVisible()
    telltale.close()
  })

  it('records once for each value that is shown, not for each render', async () => {
    const { telltale, exposures, change } = await startLayer({ limits: { days: 3 } })
    let renderAgain = () => {}
    function Parent() {
      const [, setCount] = useState(0)
      renderAgain = () => setCount((count) => count + 1)
      return <Flag name="limits" fallback={{ days: 0 }} />
    }
    const screen = await render(inLayer(telltale, <Parent />))
    expect(exposures).toEqual(['limits={"days":3}'])
    startTransition(renderAgain)
    await change('limits', { days: 4 })
    await expect.element(screen.getByText('limits={"days":4}')).toBeVisible()
    expect(exposures).toEqual(['limits={"days":3}', 'limits={"days":4}'])
    telltale.close()
  })

  it('records nothing for a render that is thrown away', async () => {
    const { telltale, exposures } = await startLayer({ a: true })
    const forever = new Promise<never>(() => {})
    const Suspended = () => {
      useFlag('a', false)
      throw forever
    }
    await render(
      inLayer(
        telltale,
        <Suspense fallback="waiting">
          <Suspended />
        </Suspense>,
      ),
    )
    expect(exposures).toEqual([])
    telltale.close()
  })

  it('works in StrictMode, and leaves no listener behind', async () => {
    const { telltale, change } = await startLayer({ a: 1 })
    const watch = vi.spyOn(telltale.flags, 'watch')
    const screen = await render(<StrictMode>{inLayer(telltale, <Flag name="a" fallback={0} />)}</StrictMode>)
    await change('a', 2)
    await expect.element(screen.getByText('a=2')).toBeVisible()
    expect(watch).toHaveBeenCalled()
    await screen.unmount()
    await change('a', 3)
    telltale.close()
  })
})

describe('useIdentity', () => {
  it('shows who is signed in, and renders again when that changes', async () => {
    const { telltale } = await startLayer({})
    const Who = () => {
      const identity = useIdentity()
      return <p>{identity.status === 'known' ? identity.displayIdentity : identity.status}</p>
    }
    const screen = await render(inLayer(telltale, <Who />))
    await expect.element(screen.getByText('Ida Berg')).toBeVisible()
    telltale.identity.reset()
    await expect.element(screen.getByText('unknown')).toBeVisible()
    telltale.close()
  })
})

describe('useTrack', () => {
  it('is the layer’s track, and the same at each render', async () => {
    const { telltale } = await startLayer({})
    const seen = new Set<unknown>()
    const Tracker = () => {
      seen.add(useTrack())
      return null
    }
    const screen = await render(inLayer(telltale, <Tracker />))
    await screen.rerender(inLayer(telltale, <Tracker />))
    expect([...seen]).toEqual([telltale.track])
    telltale.close()
  })
})

describe('a hook outside of a provider', () => {
  it('says what to do', async () => {
    const silence = vi.spyOn(console, 'error').mockImplementation(() => {})
    const Lost = () => {
      useTelltale()
      return null
    }
    await expect(render(<Lost />)).rejects.toThrow('Put <TelltaleProvider telltale={…}> above the components')
    silence.mockRestore()
  })
})
