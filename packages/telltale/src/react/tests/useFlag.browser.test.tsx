import { StrictMode, Suspense, useState, type ReactNode } from 'react'
import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { Flag, inLayer } from './inLayer.suite.tsx'
import { startLayer } from './startLayer.suite.ts'
import { useFlag } from '../useFlag.ts'

const MODES: [mode: string, wrap: (children: ReactNode) => ReactNode][] = [
  ['production', (children) => children],
  ['StrictMode', (children) => <StrictMode>{children}</StrictMode>],
]

it.each(MODES)(
  'renders one component when one flag changes, and none for another or an equal value (%s)',
  async (_mode, wrap) => {
    const { telltale, change } = await startLayer({ flags: { a: false, b: { days: 3 } } })
    const renders = { a: 0, b: 0 }
    const screen = await render(
      wrap(
        inLayer(
          telltale,
          <>
            <Flag name="a" fallback={false} onRender={() => (renders.a += 1)} />
            <Flag name="b" fallback={{}} onRender={() => (renders.b += 1)} />
          </>,
        ),
      ),
    )
    // StrictMode renders twice each time that it renders.
    const once = renders.a
    expect(renders.b).toBe(once)

    await change({ a: true })
    await expect.element(screen.getByText('a=true')).toBeVisible()
    expect(renders).toEqual({ a: 2 * once, b: once })

    await change({ a: true })
    await change({ b: { days: 3 } })
    await change({ c: 1 })
    expect(renders).toEqual({ a: 2 * once, b: once })
    telltale.close()
  },
)

it('useFlag does not render again when only the identity or its token changes and the flags are equal', async () => {
  const { telltale, platform, serve, signIn, change } = await startLayer({ flags: { on: true, limits: { days: 3 } } })
  const shown: string[] = []
  await render(
    inLayer(
      telltale,
      ['on', 'limits'].map((name) => <Flag key={name} name={name} onRender={(text) => shown.push(text)} />),
    ),
  )
  expect(shown).toHaveLength(2)

  await telltale.identity.refresh()
  serve({ person: { unique_identity: 'ida', company_name: 'Berg Hire' } })
  await telltale.identity.refresh()
  await platform.settle()
  await signIn()
  expect(shown).toHaveLength(2)

  // The subscription is the one that it was. Another stream may take its time.
  await platform.clock.advance(10_000)
  await change({ on: false })
  await expect.poll(() => shown.at(-1)).toBe('on=false')
  telltale.close()
})

it('useFlag never shows a user the flags of another user', async () => {
  const { telltale, serve, signIn } = await startLayer({ flags: { on: 'of ida' } })
  const screen = await render(inLayer(telltale, <Flag name="on" fallback="" />))
  serve({ person: { unique_identity: 'bob' }, flags: { on: 'of bob' } })
  await signIn()
  await expect.element(screen.getByText('on="of bob"')).toBeVisible()
  telltale.close()
})

it('useFlag does not render again when a flag arrives with the value of its fallback, and records an exposure', async () => {
  const { telltale, exposures, change } = await startLayer()
  let renders = 0
  await render(inLayer(telltale, <Flag name="a" fallback={false} onRender={() => (renders += 1)} />))
  expect(exposures).toEqual(['a=undefined'])
  await change({ a: false })
  expect(exposures).toEqual(['a=undefined', 'a=false'])
  expect(renders).toBe(1)
  telltale.close()
})

it('useFlag never shows the value of the previous key', async () => {
  const { telltale } = await startLayer({ flags: { a: 'A', b: 'B' } })
  const shown: string[] = []
  const flag = (name: string) =>
    inLayer(telltale, <Flag name={name} fallback="" onRender={(text) => shown.push(text)} />)
  const screen = await render(flag('a'))
  await screen.rerender(flag('b'))
  expect(new Set(shown)).toEqual(new Set(['a="A"', 'b="B"']))
  telltale.close()
})

it('useFlag returns the fallback, or else the default of the definition, for an unknown flag or another type', async () => {
  const definitions = { flags: { theme: { default: 'light' } } }
  const { telltale, change } = await startLayer({ flags: { layout: 7 }, settings: { definitions } })
  const Theme = () => <p>{(useFlag as (key: string) => string)('theme')}</p>
  const screen = await render(
    inLayer(
      telltale,
      <>
        <Flag name="layout" fallback="classic" />
        <Flag name="missing" fallback={3} />
        <Theme />
      </>,
    ),
  )
  await expect.element(screen.getByText('layout="classic"')).toBeVisible()
  await expect.element(screen.getByText('missing=3')).toBeVisible()
  await expect.element(screen.getByText('light')).toBeVisible()
  await change({ layout: 'compact', theme: 'dark' })
  await expect.element(screen.getByText('layout="compact"')).toBeVisible()
  await expect.element(screen.getByText('dark')).toBeVisible()
  telltale.close()
})

it('useFlag returns the same object while the value is equal', async () => {
  const { telltale, change, signIn, platform } = await startLayer({ flags: { limits: { days: 3, of: ['a'] } } })
  const seen = new Set<unknown>()
  let renderAgain = () => {}
  const Limits = () => {
    const [, setCount] = useState(0)
    renderAgain = () => setCount((count) => count + 1)
    seen.add(useFlag('limits', { days: 0 }))
    return null
  }
  await render(inLayer(telltale, <Limits />))
  for (const happens of [
    () => change({ limits: { of: ['a'], days: 3 } }),
    () => telltale.identity.refresh(),
    signIn,
    () => platform.clock.advance(60_000),
  ]) {
    await happens()
    renderAgain()
  }
  await expect.poll(() => seen.size).toBe(1)
  telltale.close()
})

it.each(MODES)('useFlag records one exposure for each value, not for each render (%s)', async (_mode, wrap) => {
  const { telltale, exposures, change } = await startLayer({ flags: { limits: { days: 3 } } })
  const flag = () => wrap(inLayer(telltale, <Flag name="limits" fallback={{ days: 0 }} />))
  const screen = await render(flag())
  await screen.rerender(flag())
  expect(exposures).toEqual(['limits={"days":3}'])
  await change({ limits: { days: 4 } })
  await expect.element(screen.getByText('limits={"days":4}')).toBeVisible()
  await screen.rerender(flag())
  expect(exposures).toEqual(['limits={"days":3}', 'limits={"days":4}'])
  telltale.close()
})

it('useFlag records nothing and adds no listener for a discarded render', async () => {
  const { telltale, exposures, watchers } = await startLayer({ flags: { a: true } })
  const forever = new Promise<never>(() => {})
  const Suspended = () => {
    useFlag('a', false)
    throw forever
  }
  await render(inLayer(telltale, <Suspense fallback="waiting">{<Suspended />}</Suspense>))
  expect([exposures, watchers()]).toEqual([[], 0])
  telltale.close()
})

it('useFlag leaves no listener behind in StrictMode', async () => {
  const { telltale, watchers } = await startLayer({ flags: { a: 1 } })
  const screen = await render(<StrictMode>{inLayer(telltale, <Flag name="a" fallback={0} />)}</StrictMode>)
  expect(watchers()).toBe(1)
  await screen.unmount()
  expect(watchers()).toBe(0)
  telltale.close()
})
