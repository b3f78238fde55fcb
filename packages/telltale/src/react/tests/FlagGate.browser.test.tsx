import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { inLayer } from './inLayer.suite.tsx'
import { startLayer } from './startLayer.suite.ts'
import { FlagGate } from '../useFlag.ts'

it('FlagGate renders its children while the flag is true or has the value of the prop, and the fallback otherwise', async () => {
  const { telltale, change, exposures } = await startLayer({
    flags: { on: false, layout: 'classic', limits: { days: 3 } },
  })
  const screen = await render(
    inLayer(
      telltale,
      <>
        <FlagGate flag="on">on</FlagGate>
        <FlagGate flag="layout" is="compact" fallback="not compact">
          compact
        </FlagGate>
        <FlagGate flag="limits" is={{ days: 3 }}>
          three days
        </FlagGate>
        <FlagGate flag="unknown" fallback="unknown">
          known
        </FlagGate>
        <FlagGate flag="on" is={false}>
          off
        </FlagGate>
      </>,
    ),
  )
  expect(screen.container.textContent).toBe('not compactthree daysunknownoff')
  expect(exposures).toContain('layout="classic"')
  await change({ on: true, layout: 'compact', limits: 3 })
  await expect.poll(() => screen.container.textContent).toBe('oncompactunknown')
  telltale.close()
})
