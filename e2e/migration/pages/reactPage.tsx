import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { LDProvider, useFlags, useLDClient, withLDProvider } from 'launchdarkly-react-client-sdk'
import { readPageSettings } from './pageSettings.ts'

const { services, environment, users, provider } = readPageSettings()

/** An application that is written for LaunchDarkly's React SDK 3. */
function Desk() {
  const { newPricing, quoteLayout } = useFlags<{ newPricing?: boolean; quoteLayout?: string }>()
  const client = useLDClient()
  const [user, setUser] = useState('Dana')

  async function signIn() {
    await client?.identify(users.priya)
    setUser('Priya')
  }

  return (
    <>
      <p role="status">
        {user}: {newPricing ? 'weekly prices' : 'day prices'}, {quoteLayout}
      </p>
      <button onClick={() => void signIn()}>Sign in as Priya</button>
      <button
        onClick={() => {
          client?.track('quote-sent', { machine: 'M-1' }, 1200)
          void client?.flush()
        }}
      >
        Send quote
      </button>
    </>
  )
}

const options = { baseUrl: services, streamUrl: services, eventsUrl: services, diagnosticOptOut: true }
const settings = { clientSideID: environment, context: users.dana, options }
const Wrapped = withLDProvider(settings)(Desk)

createRoot(document.body.appendChild(document.createElement('main'))).render(
  provider === 'withLDProvider' ? (
    <Wrapped />
  ) : (
    <LDProvider {...settings}>
      <Desk />
    </LDProvider>
  ),
)
