import { Suspense } from 'react'
import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { createTelltaleAtOnce } from '../../testkit/createTelltaleAtOnce.ts'
import type { FakeAnswer } from '../../testing/fakeTransport.ts'
import { Flag, inLayer } from './inLayer.suite.tsx'
import { layerSettings } from './startLayer.suite.ts'
import { useReady, useReadySuspense } from '../useTelltale.ts'

/** A layer whose services answer when they are let; the stream says nothing. */
function start() {
  const answers: ((answer: FakeAnswer) => void)[] = []
  const setup = layerSettings({
    answer: ({ url }) => (url.includes('/eval/') ? undefined : new Promise((resolve) => answers.push(resolve))),
  })
  const { platform } = setup
  return {
    ...setup,
    telltale: createTelltaleAtOnce(setup.settings, platform),
    async answer(body: unknown, status = 200) {
      answers.shift()?.({ status, body })
      await platform.settle()
    },
  }
}

const PERSON = { unique_identity: 'ida' }
const FLAGS = { on: { value: true, version: 1 } }

const Ready = () => <p>{useReady() ? 'ready' : 'not ready'}</p>

const Patient = ({ limitMs }: { limitMs?: number }) => {
  const isReady = useReadySuspense(limitMs)
  return (
    <>
      <p>{isReady ? 'in time' : 'out of time'}</p>
      <Flag name="on" fallback={false} />
    </>
  )
}

const patient = (limitMs?: number) => (
  <Suspense fallback="waiting">{limitMs === undefined ? <Patient /> : <Patient limitMs={limitMs} />}</Suspense>
)

it('useReady is true when identity and flags are known, and stays true when the token changes', async () => {
  const { telltale, answer, nextToken } = start()
  const screen = await render(inLayer(telltale, <Ready />))
  await expect.element(screen.getByText('not ready')).toBeVisible()
  await answer(PERSON)
  await expect.element(screen.getByText('not ready')).toBeVisible()
  await answer(FLAGS)
  await expect.element(screen.getByText('ready', { exact: true })).toBeVisible()
  nextToken()
  void telltale.identity.refresh()
  expect(telltale.identity.current.get().status).toBe('resolving')
  await expect.element(screen.getByText('ready', { exact: true })).toBeVisible()
  telltale.close()
})

it('useReady is false for another layer that is not ready', async () => {
  const [{ telltale: one, answer }, { telltale: other }] = [start(), start()]
  const screen = await render(inLayer(one, <Ready />))
  await answer(PERSON)
  await answer(FLAGS)
  await expect.element(screen.getByText('ready', { exact: true })).toBeVisible()
  await screen.rerender(inLayer(one, <Ready key="mounted when it was ready" />))
  await screen.rerender(inLayer(other, <Ready key="mounted when it was ready" />))
  expect(screen.container.textContent).toBe('not ready')
  for (const telltale of [one, other]) telltale.close()
})

it('useReady is true when identity and flags have failed', async () => {
  const { telltale, answer } = start()
  const screen = await render(inLayer(telltale, <Ready />))
  await answer({}, 404)
  await answer({}, 404)
  await expect.element(screen.getByText('ready', { exact: true })).toBeVisible()
  telltale.close()
})

it('useReadySuspense suspends until identity and flags are known', async () => {
  const { telltale, answer } = start()
  const screen = await render(inLayer(telltale, patient()))
  expect(screen.container.textContent).toBe('waiting')
  await answer(PERSON)
  expect(screen.container.textContent).toBe('waiting')
  await answer(FLAGS)
  await expect.poll(() => screen.container.textContent).toBe('in timeon=true')
  telltale.close()
})

it('useReadySuspense stops waiting after its time limit, updates later, and does not suspend again', async () => {
  const { telltale, platform, answer } = start()
  const screen = await render(inLayer(telltale, patient(1500)))
  await platform.clock.advance(1499)
  expect(screen.container.textContent).toBe('waiting')
  await platform.clock.advance(1)
  await expect.poll(() => screen.container.textContent).toBe('out of timeon=false')
  await screen.rerender(
    inLayer(
      telltale,
      <>
        {patient(1500)}
        {patient(1500)}
      </>,
    ),
  )
  await expect.poll(() => screen.container.textContent).toBe('out of timeon=false'.repeat(2))
  await answer(PERSON)
  await answer(FLAGS)
  await expect.poll(() => screen.container.textContent).toBe('in timeon=true'.repeat(2))
  telltale.close()
})

it('useReadySuspense works without a Suspense boundary below the provider', async () => {
  const { telltale, platform } = start()
  const screen = await render(inLayer(telltale, <Patient limitMs={100} />))
  await platform.clock.advance(100)
  await expect.poll(() => screen.container.textContent).toBe('out of timeon=false')
  telltale.close()
})
