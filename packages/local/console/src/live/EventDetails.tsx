import type { EventRow } from '../feed/eventRows.ts'
import { PropertyList } from '../format/PropertyList.tsx'
import type { EventLine, Property } from './eventLine.ts'

interface EventDetailsProps {
  readonly row: EventRow
  readonly line: EventLine
}

/** What an event carries, and whose it is. */
export function EventDetails({ row, line }: EventDetailsProps) {
  const { who } = line
  const identity: readonly Property[] = [
    { name: 'name', value: who.name },
    { name: 'identity', value: who.id ?? 'not known' },
    ...(who.impersonator === undefined ? [] : [{ name: 'impersonator', value: who.impersonator }]),
  ]
  return (
    <>
      <PropertyList title="Properties" list={line.properties} none={row.stored ? 'None' : 'Known when it arrives'} />
      <PropertyList title="Flags in force" list={line.flags} none={row.stored ? 'None' : 'Known when it arrives'} />
      <PropertyList title="Identity" list={identity} />
      <PropertyList title="Where from" list={origin(row)} />
    </>
  )
}

function origin({ id, stored, life }: EventRow): readonly Property[] {
  const app = [stored?.app.name ?? life?.app, stored?.app.platform, stored?.app.promotion].filter(Boolean).join(' · ')
  return [
    { name: 'id', value: id },
    { name: 'url', value: stored?.event.url ?? life?.page ?? 'not told' },
    { name: 'app', value: app || 'not told' },
    ...(life?.tab === undefined ? [] : [{ name: 'tab', value: life.tab }]),
  ]
}
