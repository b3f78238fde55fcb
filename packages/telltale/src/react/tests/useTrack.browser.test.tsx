import { Activity, StrictMode, useEffect, useState } from 'react'
import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import type { Telltale } from '../../layer/createTelltale.ts'
import { inLayer } from './inLayer.suite.tsx'
import { startLayer } from './startLayer.suite.ts'
import { useTrack, useTrackOnce, useTrackView } from '../useTelltale.ts'

/** The layer, with what is tracked. */
async function start() {
  const { telltale } = await startLayer()
  const tracked: string[] = []
  const track = ((...args: unknown[]) =>
    tracked.push(JSON.stringify(args).slice(1, -1))) as unknown as Telltale['track']
  return { telltale: { ...telltale, track }, tracked, close: telltale.close }
}

it('useTrack returns the same function in each render, which an effect may return the call of', async () => {
  const { telltale, tracked, close } = await start()
  const seen = new Set<unknown>()
  const returned: unknown[] = []
  const Tracker = () => {
    const track = useTrack()
    seen.add(track)
    useEffect(() => {
      returned.push(track('Offer shown'))
    }, [track])
    return null
  }
  const screen = await render(inLayer(telltale, <Tracker />))
  await screen.rerender(inLayer(telltale, <Tracker />))
  expect(seen.size).toBe(1)
  expect([tracked, returned]).toEqual([['"Offer shown"'], [undefined]])
  close()
})

it('useTrackOnce tracks once for each mount, in StrictMode too', async () => {
  const { telltale, tracked, close } = await start()
  let renderAgain = () => {}
  const Offer = () => {
    const [count, setCount] = useState(0)
    renderAgain = () => setCount((before) => before + 1)
    useTrackOnce('Offer shown', { count }, { messaging: true })
    return <p>rendered {count}</p>
  }
  const screen = await render(<StrictMode>{inLayer(telltale, <Offer />)}</StrictMode>)
  renderAgain()
  await expect.element(screen.getByText('rendered 1')).toBeVisible()
  expect(tracked).toEqual(['"Offer shown",{"count":0},{"messaging":true}'])
  await screen.rerender(<StrictMode>{inLayer(telltale, null)}</StrictMode>)
  await screen.rerender(<StrictMode>{inLayer(telltale, <Offer />)}</StrictMode>)
  expect(tracked).toHaveLength(2)
  close()
})

it('useTrackView tracks once for each set of properties, in StrictMode too', async () => {
  const { telltale, tracked, close } = await start()
  const Machine = ({ id }: { id: string }) => {
    useTrackView('Machine - View', { machine: id })
    return null
  }
  const machine = (id: string) => <StrictMode>{inLayer(telltale, <Machine id={id} />)}</StrictMode>
  const screen = await render(machine('a'))
  await screen.rerender(machine('a'))
  await screen.rerender(machine('b'))
  await screen.rerender(machine('a'))
  expect(tracked).toEqual(['a', 'b', 'a'].map((id) => `"Machine - View",{"machine":"${id}"}`))
  close()
})

// React 18 has no Activity.
it.skipIf(!Activity)('useTrackOnce and useTrackView track again when an Activity shows them again', async () => {
  const { telltale, tracked, close } = await start()
  const Machine = () => {
    useTrackOnce('Offer shown')
    useTrackView('Machine - View', { machine: 'a' })
    return <p>machine</p>
  }
  const page = (mode: 'visible' | 'hidden') => (
    <StrictMode>
      {inLayer(
        telltale,
        <Activity mode={mode}>
          <Machine />
        </Activity>,
      )}
    </StrictMode>
  )
  const screen = await render(page('visible'))
  await screen.rerender(page('hidden'))
  await screen.rerender(page('visible'))
  await screen.rerender(page('visible'))
  const once = ['"Offer shown"', '"Machine - View",{"machine":"a"}']
  expect(tracked).toEqual([...once, ...once])
  close()
})

it('useTrackView tracks once when JSON cannot hold the properties', async () => {
  const { telltale, close } = await start()
  const tracked: unknown[] = []
  const track = ((...args: unknown[]) => tracked.push(args)) as unknown as Telltale['track']
  const cycle: Record<string, unknown> = {}
  cycle['self'] = cycle
  const View = ({ of }: { of: Record<string, unknown> }) => {
    useTrackView('Machine - View', of)
    return <p>shown</p>
  }
  const shown = () =>
    inLayer(
      { ...telltale, track },
      [cycle, { id: 1n }].map((of, index) => <View key={index} of={of} />),
    )
  const screen = await render(shown())
  await screen.rerender(shown())
  expect([screen.container.textContent, tracked.length]).toEqual(['shownshown', 2])
  close()
})
