import type { EventRow } from '../feed/eventRows.ts'
import { PropertyList } from '../format/PropertyList.tsx'
import type { EventLine, Property } from './eventLine.ts'

interface EventDetailsProps {
  readonly row: EventRow
  readonly line: EventLine
}

/** An event's properties and user. */
export function EventDetails({ row, line }: EventDetailsProps) {
  const { who, life } = line
  const none = row.stored ? 'None' : life.stage === 'no destination' ? 'Unknown' : 'Shown when the event arrives'
  const identity: readonly Property[] =
    who.id === undefined
      ? [{ name: 'identity', value: who.name }]
      : [
          { name: 'name', value: who.name },
          { name: 'identity', value: who.id },
          ...(who.impersonator === undefined ? [] : [{ name: 'impersonator', value: who.impersonator }]),
        ]
  return (
    <>
      <PropertyList title="Properties" list={line.properties} none={none} />
      <PropertyList title="Flags in force" list={line.flagsByKey} none={none} />
      <PropertyList title="Identity" list={identity} />
      <PropertyList title="Source" list={origin(row)} />
    </>
  )
}

function origin({ id, stored, life }: EventRow): readonly Property[] {
  const app = [stored?.app.name ?? life?.app, stored?.app.platform, stored?.app.promotion].filter(Boolean).join(' · ')
  return [
    { name: 'id', value: id },
    { name: 'url', value: stored?.event.url ?? life?.page ?? 'unknown' },
    { name: 'app', value: app || 'unknown' },
    ...(life?.tab === undefined ? [] : [{ name: 'tab', value: life.tab }]),
  ]
}
