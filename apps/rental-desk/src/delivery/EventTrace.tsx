import { Anchor } from '@mantine/core'
import { LinkExternalIcon } from '@primer/octicons-react'
import { services } from '../services.ts'
import { Stories } from '../stories/Stories.tsx'
import { useStore } from '../useStore.ts'
import { collectorAcceptance } from './acceptance.ts'
import { eventTrace } from './eventTrace.ts'
import classes from './EventTrace.module.css'
import { traceLine, traceState } from './trace.ts'
import { useOnline } from './useOnline.ts'
import { WaitingLine } from './WaitingLine.tsx'

/** Shows the latest events of this page with their delivery progress, and links to the console. */
export function EventTrace() {
  const events = useStore(eventTrace)
  const isOnline = useOnline()
  const isAccepting = useStore(collectorAcceptance.isAccepting)
  return (
    <aside className={classes.trace} aria-label="Telltale">
      <div className={classes.inner}>
        <p className={classes.pitch}>
          <strong>Telltale at work.</strong>{' '}
          <Anchor className={classes.link ?? ''} href={`${services}/#live`} target="_blank" rel="noopener">
            Open the console
            <LinkExternalIcon size={14} aria-hidden="true" />
          </Anchor>{' '}
          <span className={classes.hint}>in a window beside this one, or the panel at the right edge of the page.</span>
          <span className={classes.waiting} role="status">
            {isOnline && !isAccepting && <WaitingLine />}
          </span>
        </p>
        <Stories />
        <ol className={classes.events} aria-label="Last events of this page">
          {events.map((event) => (
            <li key={event.id} className={classes.event} data-delivery={traceState(event)}>
              <span className={classes.name} title={event.name}>
                {event.name.startsWith('Load - ') ? 'Page loaded' : event.name}
              </span>{' '}
              {traceLine(event)}
            </li>
          ))}
        </ol>
      </div>
    </aside>
  )
}
