import { forwardRef, memo, StrictMode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, it } from 'vitest'
import type { ObservedLayer } from '../../core/observer.ts'
import { FlagGate, useFlag, useFlagDetail, useFlags } from '../../react.ts'
import { createTestTelltale } from '../../testing.ts'
import { TestTelltaleProvider } from '../../testing-react.ts'
import { reactReaders } from './reactReaders.ts'

const roots: Root[] = []
afterEach(() => roots.splice(0).forEach((root) => root.unmount()))

function layerWith(flags: object) {
  let layer: ObservedLayer | undefined
  const observer = { name: 'test', start: (observed: ObservedLayer) => ((layer = observed), () => {}) }
  const telltale = createTestTelltale({ flags, settings: { observers: [observer] } } as never)
  if (!layer) throw new Error('The observer has not started.')
  return { telltale, layer }
}

function render(telltale: ReturnType<typeof createTestTelltale>, children: React.ReactNode) {
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  roots.push(root)
  root.render(
    <StrictMode>
      <TestTelltaleProvider telltale={telltale}>{children}</TestTelltaleProvider>
    </StrictMode>,
  )
}

/** How many components of each name read each flag. */
const found = ({ flags }: ObservedLayer) =>
  Object.fromEntries(
    [...(reactReaders(flags) ?? [])].map(([key, readers]) => {
      const names = readers.map(({ name }) => name)
      return [key, Object.fromEntries(names.map((one) => [one, names.filter((name) => name === one).length]))]
    }),
  )

function Price() {
  return <p>{String(useFlag('pricing', false))}</p>
}
const Layout = memo(function Layout() {
  return <p>{useFlagDetail('layout', '').value}</p>
})
const Both = forwardRef<HTMLParagraphElement>(function Both(_props, ref) {
  return <p ref={ref}>{JSON.stringify(useFlags(['pricing', 'layout']))}</p>
})
const usePricing = () => useFlag('pricing', false)
function Within() {
  return <p>{String(usePricing())}</p>
}
function Apart() {
  return <p>no flag</p>
}

it('each component is named under the flags of its hooks, as often as it is on the page', async () => {
  const { telltale, layer } = layerWith({ pricing: true, layout: 'compact' })
  render(telltale, [
    <Price key="1" />,
    <Price key="2" />,
    <Layout key="3" />,
    <Both key="4" />,
    <Within key="5" />,
    <Apart key="6" />,
    <FlagGate key="7" flag={'pricing' as never} />,
  ])
  await expect
    .poll(() => found(layer))
    .toEqual({ pricing: { Price: 2, Both: 1, Within: 1, FlagGate: 1 }, layout: { Layout: 1, Both: 1 } })
  telltale.close()
})

function Wq() {
  return <button className="save large">{String(useFlag('pricing', false))} Ida</button>
}
const W2 = Object.assign(() => <p>{String(useFlag('pricing', false))}</p>, { displayName: 'w' })
function W3() {
  return useFlag('pricing', false) ? null : <p>Old prices</p>
}
const Nothing = () => null
function W4() {
  return [<Nothing key="1" />, useFlag('pricing', false) && <b key="2">New</b>]
}

it('a component whose name a bundler has shortened has none, and its first element, if it shows any', async () => {
  const { telltale, layer } = layerWith({ pricing: true })
  render(telltale, [<Wq key="1" />, <W2 key="2" />, <W3 key="3" />, <W4 key="4" />])
  await expect.poll(() => found(layer)).toEqual({ pricing: { '': 4 } })
  const elements = reactReaders(layer.flags)
    ?.get('pricing')
    ?.map(({ element }) => element?.outerHTML)
  expect(elements).toEqual(['<button class="save large">true Ida</button>', '<p>true</p>', undefined, '<b>New</b>'])
  telltale.close()
})

it('a component that is removed is no reader any more, and reading this is no exposure', async () => {
  const { telltale, layer } = layerWith({ pricing: true })
  render(telltale, <Price />)
  await expect.poll(() => found(layer)).toEqual({ pricing: { Price: 1 } })
  const before = telltale.exposures()
  found(layer)
  expect(telltale.exposures()).toEqual(before)
  roots[0]?.render(<Apart />)
  await expect.poll(() => found(layer)).toEqual({})
  telltale.close()
})

it('the components of another layer are not named', async () => {
  const own = layerWith({ pricing: true })
  const other = layerWith({ pricing: true })
  render(other.telltale, <Price />)
  await expect.poll(() => found(other.layer)).toEqual({ pricing: { Price: 1 } })
  expect(found(own.layer)).toEqual({})
  for (const { telltale } of [own, other]) telltale.close()
})

it('without React, nothing is known', () => {
  expect(reactReaders(layerWith({}).layer.flags)).toBeUndefined()
})
