import { useState } from 'react'
import { isRecord } from '../../../src/json/isRecord.ts'
import type { ConsoleState } from '../../../src/console/consoleMessage.ts'
import { eventOf, type EventRow } from '../feed/eventRows.ts'
import { reasonText } from '../flags/reasonText.ts'
import { asText } from '../format/asText.ts'
import { duration, isoTime } from '../format/time.ts'
import { PropertyList, type PropertyListEntry } from '../format/PropertyList.tsx'
import { routeHash } from '../shell/route.ts'
import { WhyFlag } from '../why/WhyFlag.tsx'
import type { EventFlag } from './eventFlags.ts'
import type { EventLine } from './eventLine.ts'
import { stateOf } from './lifeLine.ts'

interface EventDetailsProps {
  readonly row: EventRow
  readonly line: EventLine
  readonly state: ConsoleState | undefined
}

/** What is known of an event: its properties, flags, user and origin. */
export function EventDetails({ row, line, state }: EventDetailsProps) {
  const [asked, setAsked] = useState<EventFlag>()
  const none = line.isWhole
    ? 'None'
    : stateOf(line.life.stage) !== 'waiting'
      ? 'Unknown'
      : 'Shown when the event is complete'
  const flagKeys = new Set(state?.environments.flatMap(({ flags }) => flags.map(({ key }) => key)))
  const known = accounts(row)
  return (
    <>
      <PropertyList title="Properties" list={line.properties} none={none} />
      <PropertyList
        title="Flags in force"
        list={line.flagsByKey.map((flag) => ({
          ...flagEntry(flag, flagKeys.has(flag.name)),
          action: { name: 'Why?', label: `Why ${asText(flag.value)} of ${flag.name}?`, do: () => setAsked(flag) },
        }))}
        none={none}
      />
      {asked !== undefined && (
        <WhyFlag flag={asked} row={row} line={line} state={state} onClose={() => setAsked(undefined)} />
      )}
      <PropertyList title="Identity" list={person(line, row, state)} />
      {known.length > 0 && <PropertyList title="Accounts" list={known} />}
      <PropertyList title="Source" list={origin(row, line)} />
    </>
  )
}

function flagEntry(flag: EventFlag, exists: boolean): PropertyListEntry {
  const { name, value, variation, version, reason, isOverridden } = flag
  const known = [
    // A mark says it already.
    reason !== undefined && !isOverridden && reasonText({ reason: { kind: reason } }),
    // Counted as in the editor of the flag.
    variation !== undefined && `variation ${variation + 1}`,
    version !== undefined && `version ${version}`,
  ].filter((one) => one !== false)
  return {
    name,
    value,
    nameHref: exists ? routeHash({ view: 'flags', open: name }) : undefined,
    mark: isOverridden && 'overridden',
    note: known.length > 0 ? known.join(', ') : undefined,
  }
}

function person({ who }: EventLine, row: EventRow, state: ConsoleState | undefined): readonly PropertyListEntry[] {
  const { id, impersonator } = who
  const visitor = eventOf(row)?.identity.visitor
  if (id === undefined)
    return [
      { name: 'identity', value: who.name },
      ...(visitor === undefined ? [] : [{ name: 'visitor', value: visitor }]),
    ]
  const isInFile = state?.users.some(({ identity }) => identity.unique_identity === id)
  return [
    { name: 'name', value: who.name },
    { name: 'identity', value: id, valueHref: isInFile ? routeHash({ view: 'people', open: id }) : undefined },
    ...(impersonator === undefined ? [] : [{ name: 'impersonator', value: impersonator }]),
  ]
}

/** The accounts by kind. */
function accounts(row: EventRow): readonly PropertyListEntry[] {
  return Object.entries(eventOf(row)?.identity.accounts ?? {}).map(([kind, { key, name }]) => ({
    name: kind,
    value: key,
    note: typeof name === 'string' && name !== key ? name : undefined,
  }))
}

function origin(row: EventRow, { wrongAt }: EventLine): readonly PropertyListEntry[] {
  const { id, stored, life } = row
  const event = eventOf(row)
  const { session, view, release } = isRecord(event?.moment) ? event.moment : {}
  const app = [stored?.app.name || life?.app, stored?.app.platform, stored?.app.promotion].filter(Boolean).join(' · ')
  const parts: readonly PropertyListEntry[] = [
    { name: 'id', value: id },
    { name: 'url', value: event?.url ?? life?.page ?? 'unknown' },
    { name: 'app', value: app || 'unknown' },
    { name: 'release', value: release },
    { name: 'page', value: event?.page, note: event?.n === undefined ? undefined : `event ${event.n} of the page` },
    { name: 'view', value: idOf(view), note: isRecord(view) ? textOf(view['pattern']) : undefined },
    { name: 'session', value: idOf(session), note: event && sessionText(session, event.at) },
    { name: 'clock of the page', value: wrongAt === undefined ? undefined : isoTime(wrongAt) },
    { name: 'tab', value: life?.tab },
  ]
  return parts.filter(({ value }) => value !== undefined)
}

const idOf = (part: unknown) => (isRecord(part) ? part['id'] : part)

/** `for 20 h, since 2026-11-29T01:51:00.000Z`. Both times are by the clock of the page. */
function sessionText(session: unknown, at: number): string | undefined {
  const startedAt = isRecord(session) ? session['startedAt'] : undefined
  if (typeof startedAt !== 'number' || startedAt > at) return undefined
  return `for ${duration(at - startedAt)}, since ${isoTime(startedAt)}`
}

const textOf = (value: unknown) => (value === undefined ? undefined : asText(value))
