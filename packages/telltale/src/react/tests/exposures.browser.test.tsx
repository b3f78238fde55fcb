import * as react from 'react'
import { StrictMode, Suspense, useEffect, useLayoutEffect, useState, type ReactNode } from 'react'
import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import type { Json } from '../../core/model/json.ts'
import type { Observer } from '../../core/observer.ts'
import { exposures } from '../../steps.ts'
import { Flag, inLayer } from './inLayer.suite.tsx'
import { startLayer, type Start } from './startLayer.suite.ts'
import { FlagGate, useFlag, useFlags } from '../useFlag.ts'

/** A layer with the step. `shown`: the exposures among its complete events, as `plan 0`. */
async function start(flags: Record<string, Json>, more: Start['settings'] = {}) {
  const shown: string[] = []
  const observer: Observer = {
    name: 'hearing',
    start: ({ on }) =>
      on('event', ({ kind, properties: { flag, variation } }) => {
        if (kind === 'exposure') shown.push(`${String(flag)} ${String(variation)}`)
      }),
  }
  const settings = { events: { steps: [exposures()] }, observers: [observer], ...more }
  return { ...(await startLayer({ flags, settings })), shown }
}

const MODES: [mode: string, wrap: (children: ReactNode) => ReactNode][] = [
  ['production', (children) => children],
  ['StrictMode', (children) => <StrictMode>{children}</StrictMode>],
]

it.each(MODES)('records one exposure for a hundred renders, mounts and components (%s)', async (_mode, wrap) => {
  const { telltale, platform, shown } = await start({ plan: 'a' })
  const screen = (count: number) =>
    wrap(
      inLayer(
        telltale,
        Array.from({ length: 10 }, (_, key) => <Flag key={`${count % 3} ${key}`} name="plan" fallback="" />),
      ),
    )
  const { rerender, unmount } = await render(screen(0))
  for (let count = 1; count < 100; count += 1) await rerender(screen(count))
  await unmount()
  await platform.clock.advance(1_000)
  expect(shown).toEqual(['plan 0'])
  telltale.close()
})

it.each(MODES)('records each value that is shown, with its version (%s)', async (_mode, wrap) => {
  const { telltale, platform, change, shown } = await start({ plan: 'a' })
  const screen = await render(wrap(inLayer(telltale, <Flag name="plan" fallback="" />)))
  for (const plan of ['b', 'c']) {
    await change({ plan })
    await expect.element(screen.getByText(`plan="${plan}"`)).toBeVisible()
  }
  await platform.clock.advance(1_000)
  // The stream of this test sends each change as the variation 1, with another version.
  expect(shown).toEqual(['plan 0', 'plan 1', 'plan 1'])
  telltale.close()
})

it('records nothing for a component that suspends and is thrown away, and records it when it is shown after all', async () => {
  const { telltale, platform, shown } = await start({ plan: 'a' })
  let arrive = () => {}
  let isThere = false
  const data = new Promise<void>((resolve) => {
    arrive = () => {
      isThere = true
      resolve()
    }
  })
  const Suspended = () => {
    const value = useFlag('plan', '')
    if (!isThere) throw data
    return <p>{`there: ${value}`}</p>
  }
  const screen = await render(inLayer(telltale, <Suspense fallback="waiting">{<Suspended />}</Suspense>))
  await platform.clock.advance(1_000)
  expect(shown).toEqual([])
  arrive()
  await expect.element(screen.getByText('there: a')).toBeVisible()
  // React runs the effect after the browser has painted: a busy one may show the text to this test before.
  await expect
    .poll(async () => {
      await platform.clock.advance(1_000)
      return shown
    })
    .toEqual(['plan 0'])
  telltale.close()
})

it('records nothing for a component that throws while it renders', async () => {
  const { telltale, platform, shown } = await start({ plan: 'a' })
  const Broken = () => {
    useFlag('plan', '')
    throw new Error('This is expected.')
  }
  await expect(render(inLayer(telltale, <Broken />))).rejects.toThrow('This is expected.')
  await platform.clock.advance(1_000)
  expect(shown).toEqual([])
  telltale.close()
})

it.each(MODES)(
  'records nothing for a component that is gone before the screen is painted (%s)',
  async (_mode, wrap) => {
    const { telltale, platform, shown } = await start({ plan: 'a' })
    const Brief = () => {
      const [isShown, setShown] = useState(true)
      useLayoutEffect(() => setShown(false), [])
      return isShown ? <Flag name="plan" fallback="" /> : <p>gone</p>
    }
    const screen = await render(wrap(inLayer(telltale, <Brief />)))
    await expect.element(screen.getByText('gone')).toBeVisible()
    await platform.clock.advance(1_000)
    expect(shown).toEqual([])
    telltale.close()
  },
)

// React 18 has no such component.
const { Activity } = react
it.skipIf(!Activity)('records nothing for what is hidden, and records it when it is made visible', async () => {
  const { telltale, platform, shown } = await start({ plan: 'a' })
  const tab = (mode: 'hidden' | 'visible') =>
    inLayer(telltale, <Activity mode={mode}>{<Flag name="plan" fallback="" />}</Activity>)
  const screen = await render(tab('hidden'))
  await platform.clock.advance(1_000)
  expect(shown).toEqual([])
  await screen.rerender(tab('visible'))
  await platform.clock.advance(1_000)
  expect(shown).toEqual(['plan 0'])
  telltale.close()
})

it.each(MODES)(
  'records it before an effect of the same component leaves the page, in the same task (%s)',
  async (_mode, wrap) => {
    const { telltale, platform, disk, shown } = await start({ plan: 'a' })
    const Redirecting = () => {
      const value = useFlag('plan', '')
      useEffect(() => platform.leave(), [value])
      return null
    }
    await render(wrap(inLayer(telltale, <Redirecting />)))
    expect(shown).toEqual(['plan 0'])
    expect(disk.storage.keys('').length).toBeGreaterThan(0)
    telltale.close()
  },
)

it('FlagGate and useFlags record what they read, and a flag that is recorded by hand is not recorded by a hook', async () => {
  const definitions = {
    flags: { by_hand: { default: '', exposure: 'manual' }, never: { default: '', exposure: 'never' } },
  }
  const { telltale, platform, shown } = await start({ plan: true, one: 1, two: 2, by_hand: 'x', never: 'y' }, {
    definitions,
  } as never)
  const Several = () => <p>{JSON.stringify(useFlags(['one', 'two', 'by_hand', 'never', 'gone']))}</p>
  await render(
    inLayer(
      telltale,
      <>
        <FlagGate flag="plan">on</FlagGate>
        <Several />
        <Flag name="by_hand" fallback="" />
        <Flag name="never" fallback="" />
        <Flag name="one" fallback="another type" />
      </>,
    ),
  )
  await platform.clock.advance(1_000)
  expect(shown.sort()).toEqual(['one 0', 'plan 0', 'two 0'])
  telltale.close()
})

it('a flag that arrives after the first paint is recorded when it is shown, and the fallback is not', async () => {
  const { telltale, platform, change, shown } = await start({})
  await render(inLayer(telltale, <Flag name="plan" fallback="" />))
  await platform.clock.advance(1_000)
  expect(shown).toEqual([])
  await change({ plan: 'b' })
  await platform.clock.advance(1_000)
  expect(shown).toEqual(['plan 1'])
  telltale.close()
})

it('another user who signs in while the flag is on the screen has an exposure, and both have one', async () => {
  const { telltale, platform, serve, signIn, shown } = await start({ plan: 'a' })
  await render(inLayer(telltale, <Flag name="plan" fallback="" />))
  await platform.clock.advance(1_000)
  serve({ person: { unique_identity: 'bob' } })
  await signIn()
  await platform.clock.advance(10_000)
  expect(shown).toEqual(['plan 0', 'plan 0'])
  telltale.close()
})
