import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { inLayer } from './inLayer.suite.tsx'
import { startLayer } from './startLayer.suite.ts'
import { useFlags } from '../useFlag.ts'

it('useFlags renders once for several changes, and not for another flag or an equal value', async () => {
  const { telltale, change, exposures, watchers } = await startLayer({ flags: { a: 1, b: { c: [1] }, d: 1 } })
  const seen: unknown[] = []
  const Several = () => {
    seen.push(useFlags(['a', 'b', 'unknown']))
    return null
  }
  const screen = await render(inLayer(telltale, <Several />))
  expect(seen).toEqual([{ a: 1, b: { c: [1] }, unknown: undefined }])

  await change({ d: 2, b: { c: [1] } })
  await screen.rerender(inLayer(telltale, <Several />))
  expect(seen[1]).toBe(seen[0])

  await change({ a: 2, b: { c: [2] } })
  await expect.poll(() => seen.length).toBe(3)
  expect(seen[2]).toEqual({ a: 2, b: { c: [2] }, unknown: undefined })
  expect(exposures.slice(3)).toEqual(['a=2', 'b={"c":[2]}'])
  await screen.unmount()
  expect(watchers()).toBe(0)
  telltale.close()
})

it('useFlags returns the values of its keys from the first render', async () => {
  const definitions = { flags: { c: { default: 'default' } } }
  const { telltale } = await startLayer({ flags: { a: 1, b: 2 }, settings: { definitions } })
  const seen: unknown[] = []
  const Several = ({ keys }: { keys: string[] }) => {
    seen.push(useFlags(keys))
    return null
  }
  const screen = await render(inLayer(telltale, <Several keys={['a']} />))
  await screen.rerender(inLayer(telltale, <Several keys={['b', 'c']} />))
  expect(seen).toEqual([{ a: 1 }, { b: 2, c: 'default' }])
  telltale.close()
})

it('useFlags renders once with the default NaN', async () => {
  const definitions = { flags: { size: { default: Number.NaN } } }
  const { telltale } = await startLayer({ settings: { definitions } })
  const seen: unknown[] = []
  const Size = () => {
    seen.push(useFlags(['size']))
    return null
  }
  await render(inLayer(telltale, <Size />))
  expect(seen).toEqual([{ size: Number.NaN }])
  telltale.close()
})
