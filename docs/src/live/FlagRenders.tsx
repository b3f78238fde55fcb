// oxlint-disable react/refs -- a component of this example counts its own renders
import { TelltaleProvider, useFlag } from 'telltale/react'
import { memo, useRef } from 'react'
import { EventLives } from './EventLives.tsx'
import { Example } from './Example.tsx'
import { useLayer } from './useLayer.ts'
import { collector } from 'telltale/collector'
import styles from './live.module.css'

const FLAGS = ['new-pricing', 'quick-quote', 'dark-map'] as const
const OFF = { 'new-pricing': false, 'quick-quote': false, 'dark-map': false }

/** Three components that read a flag each, and count how often they render. */
export function FlagRenders() {
  const { telltale, lives } = useLayer({
    flags: OFF,
    settings: { destinations: [collector({ url: 'https://collector.test/collect' })] },
  })
  const toggle = (key: string) => telltale.setFlag(key, !telltale.flags.variation(key, false))

  return (
    <Example name="one flag, one component">
      <TelltaleProvider telltale={telltale}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Component reads</th>
              <th scope="col">Value</th>
              <th scope="col">Renders</th>
              <th scope="col">On the service</th>
            </tr>
          </thead>
          <tbody>
            {FLAGS.map((flag) => (
              <tr key={flag}>
                <Reader flag={flag} />
                <td>
                  <button type="button" onClick={() => toggle(flag)}>
                    Toggle <span className="sr-only">{flag}</span>
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TelltaleProvider>
      <p className={styles.actions}>
        <button type="button" onClick={() => telltale.track('Quote sent')}>
          Track an event
        </button>
        <span>It carries the flags that are in force now:</span>
      </p>
      <FlagsOfEvents events={telltale.events('Quote sent')} />
      <EventLives lives={lives} />
    </Example>
  )
}

const Reader = memo(function Reader({ flag }: { flag: string }) {
  const isOn = useFlag(flag, false)
  const renders = useRef(0)
  renders.current += 1
  return (
    <>
      <th scope="row">
        <code>{flag}</code>
      </th>
      <td aria-live="polite" data-value={flag}>
        {String(isOn)}
      </td>
      <td data-renders={flag}>{renders.current}</td>
    </>
  )
})

function FlagsOfEvents({ events }: { events: ReturnType<ReturnType<typeof useLayer>['telltale']['events']> }) {
  const last = events.at(-1)
  const flags = Object.entries(last?.properties ?? {}).filter(([name]) => name.startsWith('LDFF: '))
  return (
    <pre className={styles.json} data-flags-of-event tabIndex={0} aria-label="Flags of the last event">
      {last ? flags.map(([name, value]) => `"${name}": ${String(value)}`).join('\n') : 'No event yet.'}
    </pre>
  )
}
