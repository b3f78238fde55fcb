import { act, type ComponentType } from 'react'
// @ts-expect-error Its types would bring a compiler along.
import * as untyped from 'react-refresh/runtime'
import { expect, it } from 'vitest'
import { startLayer } from './startLayer.suite.ts'
import { TelltaleProvider } from '../TelltaleProvider.tsx'
import { useFlag } from '../useFlag.ts'
import { useFlags } from '../useFlag.ts'

const refresh = untyped as {
  injectIntoGlobalHook(global: object): void
  register(component: unknown, id: string): void
  setSignature(component: unknown, key: string): void
  performReactRefresh(): unknown
}
const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }
environment.IS_REACT_ACT_ENVIRONMENT = true

// It hooks into React before React looks for it: what imports React’s DOM comes after.
refresh.injectIntoGlobalHook(globalThis)
const { createRoot } = await import('react-dom/client')

/** What a bundler’s plugin does with a module that was edited. */
function edit(component: ComponentType, signature: string) {
  refresh.register(component, 'Card')
  refresh.setSignature(component, signature)
}

it('Fast Refresh of a component leaves no listener behind', async () => {
  const { telltale, watchers, change } = await startLayer({ flags: { a: 1, b: 2 } })
  const First = () => <p>first {useFlag('a', 0)}</p>
  edit(First, 'one flag')
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  await act(async () =>
    root.render(
      <TelltaleProvider telltale={telltale}>
        <First />
      </TelltaleProvider>,
    ),
  )
  expect([container.textContent, watchers()]).toEqual(['first 1', 1])

  edit(() => <p>second {useFlag('a', 0)}</p>, 'one flag')
  await act(async () => void refresh.performReactRefresh())
  expect([container.textContent, watchers()]).toEqual(['second 1', 1])

  edit(() => <p>third {useFlag('b', 0)}</p>, 'one flag')
  await act(async () => void refresh.performReactRefresh())
  expect([container.textContent, watchers()]).toEqual(['third 2', 1])

  edit(() => <p>fourth {JSON.stringify(useFlags(['a', 'b']))}</p>, 'several flags')
  await act(async () => void refresh.performReactRefresh())
  expect([container.textContent, watchers()]).toEqual(['fourth {"a":1,"b":2}', 2])

  await act(() => change({ b: 3 }))
  expect(container.textContent).toBe('fourth {"a":1,"b":3}')
  await act(async () => root.unmount())
  expect(watchers()).toBe(0)
  telltale.close()
})
