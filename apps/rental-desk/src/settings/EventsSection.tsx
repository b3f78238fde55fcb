import { Button } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { useTelltale, useTrack } from 'telltale/react'
import { useWaitingEvents } from '../delivery/useWaitingEvents.ts'
import { countOf } from '../pricing/countOf.ts'
import { Facts } from '../shell/Facts.tsx'
import classes from './EventsSection.module.css'
import { givenUp } from './givenUp.ts'
import { Section } from './Section.tsx'

/** The number of events that wait for delivery, and the dropped events. */
export function EventsSection() {
  const track = useTrack()
  const { diagnostics } = useTelltale()
  const { dropped } = useSyncExternalStore(diagnostics.subscribe, diagnostics.get)
  const waiting = useWaitingEvents()
  const lost = givenUp(dropped)
  return (
    <Section
      title="Your events"
      lead="Each event is stored in this browser until it is delivered, even if the network fails or the page closes."
    >
      <div className={classes.figures}>
        <p className={classes.figure} role="status" aria-label="Events waiting">
          <strong>{waiting}</strong> {waiting === 1 ? 'event' : 'events'} waiting
        </p>
        <Button variant="default" size="xs" onClick={() => track('Test event sent')}>
          Send a test event
        </Button>
      </div>
      {lost.length > 0 && (
        <Facts facts={lost.map(({ where, why, count }) => [where, `${countOf(count, 'event')} ${why}`] as const)} />
      )}
    </Section>
  )
}
