import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { createTelltaleAtOnce } from '../../testkit/createTelltaleAtOnce.ts'
import { fakeDisk } from '../../testing/fakeDisk.ts'
import { Flag, inLayer } from './inLayer.suite.tsx'
import { layerSettings, startLayer } from './startLayer.suite.ts'
import { useIdentity } from '../useTelltale.ts'

const FLAGS = { same: 'of the last visit', limits: { days: 3 }, other: 1 }

/** Another visit of somebody who was here before, with services that are slow to answer. */
async function secondVisit() {
  const disk = fakeDisk()
  const first = await startLayer({ flags: FLAGS, disk })
  await first.platform.clock.advance(2000)
  first.telltale.close()
  let letAnswer = () => {}
  const isAnswering = new Promise<void>((resolve) => (letAnswer = resolve))
  const second = layerSettings({
    flags: { ...FLAGS, limits: { days: 3 }, other: 2 },
    disk,
    answer: ({ url }) => {
      if (url.includes('/eval/')) return undefined
      const body = url.includes('who-am-i')
        ? { unique_identity: 'ida', user_name: 'Ida Berg' }
        : Object.fromEntries(
            Object.entries({ ...FLAGS, other: 2 }).map(([key, value]) => [key, { value, version: 2, variation: 0 }]),
          )
      return isAnswering.then(() => ({ status: 200, body }))
    },
  })
  return { ...second, telltale: createTelltaleAtOnce(second.settings, second.platform), letAnswer }
}

it('the first paint has the flags of the last visit, and a changed flag renders its component only', async () => {
  const { telltale, platform, letAnswer } = await secondVisit()
  const shown: string[] = []
  const onRender = (text: string) => shown.push(text)
  const Who = () => {
    const identity = useIdentity()
    onRender(identity.status)
    return null
  }
  const screen = await render(
    inLayer(
      telltale,
      <>
        <Who />
        <Flag name="same" onRender={onRender} />
        <Flag name="limits" onRender={onRender} />
        <Flag name="other" onRender={onRender} />
      </>,
    ),
  )
  const firstPaint = ['known', 'same="of the last visit"', 'limits={"days":3}', 'other=1']
  expect(shown).toEqual(firstPaint)
  letAnswer()
  await platform.settle()
  await expect.element(screen.getByText('other=2')).toBeVisible()
  expect(telltale.flags.status.get()).toBe('live')
  expect(shown).toEqual([...firstPaint, 'other=2'])
  telltale.close()
})
