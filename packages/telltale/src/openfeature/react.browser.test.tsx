import { OpenFeatureProvider, useBooleanFlagValue, useNumberFlagValue, useTrack } from '@openfeature/react-sdk'
import { OpenFeature } from '@openfeature/web-sdk'
import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { openFeatureProvider } from '../openfeature.ts'
import { createTestTelltale } from '../testkit/createTestTelltale.ts'
import { endEach, startProvider } from './startProvider.suite.ts'

endEach()

const renders: string[] = []

function Flag({ name }: { name: string }) {
  const value = useNumberFlagValue(name, 0)
  renders.push(`${name}=${value}`)
  return <p>{`${name}=${value}`}</p>
}

it('renders one component for one flag that has changed', async () => {
  const { change } = await startProvider({ flags: { a: 1, b: 1 } })
  renders.splice(0)
  const screen = await render(
    <OpenFeatureProvider>
      <Flag name="a" />
      <Flag name="b" />
    </OpenFeatureProvider>,
  )
  await expect.element(screen.getByText('a=1')).toBeVisible()
  renders.splice(0)
  await change({ a: 2 })
  await expect.element(screen.getByText('a=2')).toBeVisible()
  expect(renders).toEqual(['a=2'])
})

it('renders the flags of another user of the layer', async () => {
  const { serve, signIn, platform } = await startProvider({ flags: { a: 1 } })
  const screen = await render(
    <OpenFeatureProvider>
      <Flag name="a" />
    </OpenFeatureProvider>,
  )
  await expect.element(screen.getByText('a=1')).toBeVisible()
  serve({ person: { unique_identity: 'marcus' }, flags: { a: 7 } })
  await signIn()
  await platform.clock.advance(100)
  await expect.element(screen.getByText('a=7')).toBeVisible()
})

it('renders the flag when it arrives, records one exposure, and tracks', async () => {
  const telltale = createTestTelltale({ flags: { on: true }, isLoading: true })
  OpenFeature.setProvider(openFeatureProvider(telltale))
  function Gate() {
    const { track } = useTrack()
    return <button onClick={() => track('Opened')}>{useBooleanFlagValue('on', false) ? 'new' : 'old'}</button>
  }
  const screen = await render(
    <OpenFeatureProvider>
      <Gate />
    </OpenFeatureProvider>,
  )
  await expect.element(screen.getByText('old')).toBeVisible()
  await telltale.finishLoading()
  await screen.getByText('new').click()
  telltale.expectExposure('on', true)
  await telltale.advance(0)
  expect(telltale.events('Opened')).toHaveLength(1)
  telltale.close()
})
