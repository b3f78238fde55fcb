import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { inLayer } from './inLayer.suite.tsx'
import { startLayer } from './startLayer.suite.ts'
import { useFlagDetail } from '../useFlag.ts'

it('useFlagDetail returns the value, the variation and the reason, and the same object until the value changes', async () => {
  const { telltale, change } = await startLayer({ flags: { layout: { columns: 3 } } })
  const seen: unknown[] = []
  const Detail = () => {
    seen.push(useFlagDetail('layout', { columns: 1 }))
    return null
  }
  const screen = await render(inLayer(telltale, <Detail />))
  await screen.rerender(inLayer(telltale, <Detail />))
  expect(seen[1]).toBe(seen[0])
  expect(seen[0]).toEqual({ value: { columns: 3 }, variationIndex: 0 })
  await change({ layout: { columns: 3 } })
  expect(seen).toHaveLength(2)
  await change({ layout: { columns: 4 } })
  await expect.poll(() => seen[2]).toEqual({ value: { columns: 4 }, variationIndex: 1 })
  telltale.close()
})

it('useFlagDetail returns the reason for the fallback', async () => {
  const { telltale } = await startLayer({ flags: { layout: 7 } })
  const seen: unknown[] = []
  const Detail = ({ name }: { name: string }) => {
    seen.push(useFlagDetail(name, 'classic'))
    return null
  }
  await render(
    inLayer(
      telltale,
      ['layout', 'missing'].map((name) => <Detail key={name} name={name} />),
    ),
  )
  expect(seen).toEqual([
    { value: 'classic', reason: { kind: 'ERROR', errorKind: 'WRONG_TYPE' } },
    { value: 'classic', reason: { kind: 'ERROR', errorKind: 'FLAG_NOT_FOUND' } },
  ])
  telltale.close()
})

it('useFlagDetail returns the variation that is in force at each render, also while the value stays equal', async () => {
  const { telltale, change } = await startLayer({ flags: { layout: { columns: 3 }, size: 1 } })
  const seen: unknown[] = []
  const Detail = () => {
    seen.push(useFlagDetail('layout', { columns: 1 }))
    return null
  }
  const screen = await render(inLayer(telltale, <Detail />))
  await change({ layout: { columns: 3 } })
  expect(seen).toHaveLength(1)
  await screen.rerender(inLayer(telltale, <Detail />))
  expect(seen[1]).toEqual(telltale.flags.variationDetail('layout', { columns: 1 }))
  expect(seen[1]).not.toEqual(seen[0])
  telltale.close()
})
