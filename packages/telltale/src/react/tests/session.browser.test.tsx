import { StrictMode, useEffect, useLayoutEffect, type ReactNode } from 'react'
import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { collector } from '../../collector.ts'
import { createTelltaleAtOnce } from '../../testkit/createTelltaleAtOnce.ts'
import { layerSettings } from './startLayer.suite.ts'
import { TelltaleProvider } from '../TelltaleProvider.tsx'
import { useIdentity, useTelltale } from '../useTelltale.ts'
import { readBatch } from '../../testing/readBatch.ts'

const tokenOf = (user: string) => user.padEnd(36, '~')

/** An application whose token is that of the session, and whose who-am-i knows the user of each token. */
function start() {
  const current: { token: string | null | undefined | Promise<string> } = { token: undefined }
  const arrived: string[] = []
  const asked: string[] = []
  const { settings, platform } = layerSettings({
    settings: { auth: { token: () => current.token }, destinations: [collector({ url: 'https://events.test/' })] },
    answer({ url, headers, body }) {
      if (url.includes('who-am-i')) {
        const user = /Bearer (\w+)/.exec(headers?.['Authorization'] ?? '')?.[1] ?? ''
        asked.push(user)
        return { status: 200, body: { unique_identity: user } }
      }
      if (url !== 'https://events.test/') return undefined
      for (const { name, identity } of readBatch(body).events) arrived.push(`${name} of ${identity.id}`)
      return { status: 202 }
    },
  })
  return { settings, platform, current, arrived, asked, create: () => createTelltaleAtOnce(settings, platform) }
}

/** Tracks in the effects of the commit in which the session changes. */
function Tracking({ session }: { session: unknown }) {
  const { track } = useTelltale()
  useLayoutEffect(() => void track(`layout ${String(session)}`), [session, track])
  useEffect(() => void track(`effect ${String(session)}`), [session, track])
  const identity = useIdentity()
  return <p>{identity.status === 'known' ? identity.person.unique_identity : identity.status}</p>
}

it.each(['a layer of its own', 'a layer of the application'])(
  'who-am-i is asked once, also in StrictMode, and again when the session changes: %s',
  async (how) => {
    const { settings, platform, current, asked, arrived, create } = start()
    const props = how === 'a layer of its own' ? { settings, create } : { telltale: create() }
    const page = (session: unknown): ReactNode => (
      <StrictMode>
        <TelltaleProvider {...props} session={session}>
          <Tracking session={session} />
        </TelltaleProvider>
      </StrictMode>
    )
    const screen = await render(page(undefined))
    await platform.clock.advance(10)
    await expect.element(screen.getByText('resolving')).toBeVisible()
    expect(asked).toEqual([])

    current.token = tokenOf('ida')
    await screen.rerender(page('session of ida'))
    await platform.clock.advance(10)
    await expect.element(screen.getByText('ida')).toBeVisible()
    // The same session again, in another render.
    await screen.rerender(page('session of ida'))
    await platform.clock.advance(2_000)
    expect(asked).toEqual(['ida'])

    current.token = tokenOf('bob')
    await screen.rerender(page('session of bob'))
    await platform.clock.advance(2_000)
    await expect.element(screen.getByText('bob')).toBeVisible()
    expect(asked).toEqual(['ida', 'bob'])

    current.token = null
    await screen.rerender(page(null))
    await platform.clock.advance(2_000)
    await expect.element(screen.getByText('unknown')).toBeVisible()
    expect(asked).toEqual(['ida', 'bob'])

    // What an effect tracks in the commit of a session belongs to its user. Before the first one, events wait.
    expect(new Set(arrived.filter((event) => !event.startsWith('Load')))).toEqual(
      new Set([
        ...['layout', 'effect'].flatMap((when) => [
          `${when} undefined of ida`,
          `${when} session of ida of ida`,
          `${when} session of bob of bob`,
          `${when} null of undefined`,
        ]),
      ]),
    )
    await screen.unmount()
  },
)

it('a session that is known at the first render is asked for once', async () => {
  const { settings, platform, current, asked, create } = start()
  current.token = tokenOf('ida')
  const screen = await render(
    <StrictMode>
      <TelltaleProvider settings={settings} create={create} session="session of ida">
        <Tracking session="session of ida" />
      </TelltaleProvider>
    </StrictMode>,
  )
  await platform.clock.advance(2_000)
  await expect.element(screen.getByText('ida')).toBeVisible()
  expect(asked).toEqual(['ida'])
  await screen.unmount()
})

it('the promise of a session may be the session', async () => {
  const { platform, current, asked, create } = start()
  const telltale = create()
  const page = (session: Promise<string> | undefined) => (
    <StrictMode>
      <TelltaleProvider telltale={telltale} session={session}>
        <Tracking session={session && 'promise'} />
      </TelltaleProvider>
    </StrictMode>
  )
  const screen = await render(page(undefined))
  let tell = (_: string) => {}
  const session = new Promise<string>((resolve) => (tell = resolve))
  current.token = session
  await screen.rerender(page(session))
  await platform.clock.advance(5_000)
  expect(asked).toEqual([])
  tell(tokenOf('ida'))
  await platform.settle()
  await expect.element(screen.getByText('ida')).toBeVisible()
  await platform.clock.advance(2_000)
  expect(asked).toEqual(['ida'])
  telltale.close()
  await screen.unmount()
})
