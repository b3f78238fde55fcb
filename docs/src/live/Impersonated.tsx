import { useState } from 'react'
import { collector } from 'telltale/collector'
import { TelltaleProvider, useIdentity } from 'telltale/react'
import type { TestTelltale } from 'telltale/testing'
import { EventLives } from './EventLives.tsx'
import { Example } from './Example.tsx'
import { useLayer } from './useLayer.ts'
import styles from './live.module.css'

const CUSTOMER = { unique_identity: 'ana', user_name: 'Ana Silva', email_address: 'ana@customer.example' }
const SUPPORT = 'sam@support.example'
const DESTINATIONS = [
  { name: 'tags', policy: 'tag' },
  { name: 'suppresses', policy: 'suppress' },
  { name: 'redirects', policy: { redirect: 'support' } },
] as const

interface Arrival {
  readonly project: string
  readonly event: string
  readonly who: string
}

type Arrivals = Readonly<Record<string, readonly Arrival[]>>

/** A support engineer looks at the application as a customer; each destination has its own policy. */
export function Impersonated() {
  const [arrivals, setArrivals] = useState<Arrivals>({})
  const { telltale, lives } = useLayer({
    identity: CUSTOMER,
    server({ url, body = '{}' }) {
      const name = new URL(url).hostname.split('.')[0] ?? ''
      const batch = JSON.parse(body) as { project?: string; events: TrackedEvent[] }
      const own = batch.events.map((event) => arrivalOf(event, batch.project))
      setArrivals((before) => ({ ...before, [name]: [...(before[name] ?? []), ...own].slice(-3) }))
      return { status: 202 }
    },
    settings: {
      projects: 'customers',
      destinations: DESTINATIONS.map(({ name, policy }) =>
        collector({ url: `https://${name}.test/collect`, name, impersonation: policy }),
      ),
    },
  })

  return (
    <Example name="impersonation">
      <TelltaleProvider telltale={telltale}>
        <SignedIn telltale={telltale} />
      </TelltaleProvider>
      <div className={styles.wide} role="region" aria-label="What has arrived" tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Collector that</th>
              <th scope="col">has received</th>
            </tr>
          </thead>
          <tbody>
            {DESTINATIONS.map(({ name }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td data-arrived={name}>
                  {(arrivals[name] ?? []).map(({ project, event, who }, index) => (
                    <div key={index}>
                      {event} · {who} · project {project}
                    </div>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <EventLives lives={lives} destination="tags" />
    </Example>
  )
}

function SignedIn({ telltale }: { telltale: TestTelltale }) {
  const identity = useIdentity()
  const isImpersonated = identity.status === 'known' && identity.impersonator !== undefined
  return (
    <p className={styles.actions}>
      <button type="button" onClick={() => telltale.track('Quote sent')}>
        Track an event
      </button>
      <button
        type="button"
        aria-pressed={isImpersonated}
        onClick={() => (isImpersonated ? telltale.signIn(CUSTOMER) : telltale.impersonate(CUSTOMER, SUPPORT))}
      >
        {isImpersonated ? 'End the impersonation' : 'Look at it as Ana'}
      </button>
      <span aria-live="polite">{isImpersonated ? `${SUPPORT} is here as Ana Silva.` : 'Ana Silva is signed in.'}</span>
    </p>
  )
}

interface TrackedEvent {
  readonly name: string
  readonly identity: { readonly id?: string; readonly impersonator?: string }
}

function arrivalOf({ name, identity: { id = 'nobody', impersonator } }: TrackedEvent, project = 'none'): Arrival {
  return { event: name, who: impersonator ? `${impersonator} as ${id}` : id, project }
}
