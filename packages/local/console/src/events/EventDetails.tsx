import { Button, CopyButton } from '@mantine/core'
import type { StoredEvent } from '../../../src/collector/eventStore.ts'
import classes from './EventDetails.module.css'
import { asText, type EventLine, type FlagProperty } from './eventLine.ts'

interface EventDetailsProps {
  readonly stored: StoredEvent
  readonly line: EventLine
}

/** All that is known of an event. */
export function EventDetails({ stored: { event, app, receivedAt }, line }: EventDetailsProps) {
  const about: readonly FlagProperty[] = [
    { name: 'id', value: event.id },
    { name: 'identity', value: line.who.id ?? 'unknown' },
    ...(line.who.impersonator === undefined ? [] : [{ name: 'impersonator', value: line.who.impersonator }]),
    { name: 'url', value: event.url },
    { name: 'app', value: [app.name, app.platform, app.promotion].filter(Boolean).join(' · ') || 'not said' },
    { name: 'happened', value: new Date(event.at).toISOString() },
    { name: 'arrived', value: `${new Date(receivedAt).toISOString()}, ${Math.round(receivedAt - event.at)} ms later` },
  ]
  return (
    <div className={classes.details}>
      <Properties title="Properties" list={line.properties} />
      <Properties title="Flags in force" list={line.flags} />
      <Properties title="About it" list={about} />
      <CopyButton value={JSON.stringify(event, undefined, 2)}>
        {({ copied, copy }) => (
          <Button size="compact-xs" variant="default" onClick={copy}>
            {copied ? 'Copied' : 'Copy as JSON'}
          </Button>
        )}
      </CopyButton>
    </div>
  )
}

function Properties({ title, list }: { readonly title: string; readonly list: readonly FlagProperty[] }) {
  return (
    <section>
      <h3 className={classes.title}>{title}</h3>
      {list.length === 0 ? (
        <p className={classes.none}>none</p>
      ) : (
        <dl className={classes.list}>
          {list.map(({ name, value }) => (
            <div className={classes.pair} key={name}>
              <dt>{name}</dt>
              <dd>{asText(value)}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}
