import { EyeIcon } from '@primer/octicons-react'
import { createContext, memo, useContext } from 'react'
import { dayText } from '../format/dayOf.ts'
import { ago, clock, clockToSecond, duration, isoTime } from '../format/time.ts'
import { changedFlags } from './changedFlags.ts'
import type { EventLine } from './eventLine.ts'
import classes from './EventOption.module.css'
import { stateOf } from './lifeLine.ts'
import { LifeTrack } from './LifeTrack.tsx'
import type { Column, ColumnLayout } from './liveColumns.ts'
import { ValueChips } from './ValueChips.tsx'

interface EventOptionProps {
  readonly line: EventLine
  /** The event before it, whose flags are known. */
  readonly before: EventLine | undefined
  readonly place: {
    /** The index among all rows, dates included. */
    readonly row: number
    /** The index among the events. */
    readonly index: number
    readonly start: number
    readonly height: number
    readonly count: number
  }
  readonly layout: ColumnLayout
  /** Whether it has just arrived. */
  readonly isFresh: boolean
  readonly isOpen: boolean
  /** Whether the keys go on from it. */
  readonly isActive: boolean
  readonly onOpen: (id: string) => void
  /** Measures the row, which may be higher than its place. Without it, the row has exactly this height. */
  readonly measure: ((row: HTMLElement | null) => void) | undefined
}

/** An event on one line, or on several if there is no room for columns. */
export const EventOption = memo(
  function EventOption({ line, before, place, layout, isFresh, isOpen, isActive, onOpen, measure }: EventOptionProps) {
    return (
      <div
        className={classes.option}
        ref={measure}
        data-index={place.row}
        id={`event-${line.id}`}
        role="option"
        aria-selected={isOpen}
        aria-setsize={place.count}
        aria-posinset={place.index + 1}
        data-active={isActive}
        data-fresh={isFresh}
        data-narrow={layout.isNarrow}
        style={{ [measure ? 'minHeight' : 'height']: place.height, transform: `translateY(${place.start}px)` }}
        onClick={() => onOpen(line.id)}
      >
        {layout.columns.map(({ column, width }) => (
          <Cell line={line} before={before} column={column} width={width} isNarrow={layout.isNarrow} key={column} />
        ))}
      </div>
    )
  },
  (before, now) =>
    before.line === now.line &&
    before.before === now.before &&
    before.layout === now.layout &&
    before.isFresh === now.isFresh &&
    before.isOpen === now.isOpen &&
    before.isActive === now.isActive &&
    before.place.row === now.place.row &&
    before.place.start === now.place.start &&
    before.place.height === now.place.height &&
    before.place.count === now.place.count,
)

interface CellProps {
  readonly line: EventLine
  readonly before: EventLine | undefined
  readonly column: Column
  readonly width: number
  readonly isNarrow: boolean
}

function Cell({ line, before, column, width, isNarrow }: CellProps) {
  switch (column) {
    case 'time':
      return (
        <time
          className={classes.time}
          dateTime={isoTime(line.at)}
          // When it is read, because it changes all the time.
          onPointerEnter={({ currentTarget }) => (currentTarget.title = fullTime(line.at))}
        >
          {isNarrow ? clockToSecond(line.at) : clock(line.at)}
        </time>
      )
    case 'age':
      return <Age at={line.at} />
    case 'delivery':
      return <LifeTrack life={line.life} />
    case 'event':
      return <EventName line={line} />
    case 'user':
      return <User who={line.who} />
    case 'flags':
      return line.isWhole ? (
        <ValueChips values={changedFlags(line, before)} width={width} />
      ) : (
        <NotYet life={line.life} />
      )
    case 'properties':
      return line.isWhole ? <ValueChips values={line.properties} width={width} /> : <NotYet life={line.life} />
    case 'page':
      return (
        <span className={classes.page} title={line.page}>
          {line.page?.replace(/^https?:\/\/[^/]+/, '')}
        </span>
      )
  }
}

/** The time for relative times. Only they are rendered again when it changes. */
export const NowContext = createContext(0)

function Age({ at }: Pick<EventLine, 'at'>) {
  const now = useContext(NowContext)
  return <span className={classes.age}>{now - at < 0 ? '–' : duration(now - at)}</span>
}

function fullTime(at: number): string {
  return `${dayText(at, Date.now())}, ${clock(at)}, ${ago(at, Date.now())}`
}

/** Stands for values that the page does not report before the event is delivered. */
function NotYet({ life }: Pick<EventLine, 'life'>) {
  const says = stateOf(life.stage) === 'waiting' ? 'Known when the event is complete' : 'Unknown'
  return (
    <span className={classes.onArrival} title={says} aria-label={says} role="img">
      –
    </span>
  )
}

/** Each page has one, so it tells least. */
const isLoad = (name: string) => name.startsWith('Load - ')

function EventName({ line: { name, lateMs, copies } }: { readonly line: EventLine }) {
  return (
    <span className={classes.name} data-load={isLoad(name) || undefined}>
      <span className={classes.words} title={name}>
        {isLoad(name) ? 'Page loaded' : name}
      </span>
      {lateMs !== undefined && <span className={classes.late}>{duration(lateMs)} late</span>}
      {copies > 0 && <span className={classes.copies}>received {copies + 1}×</span>}
    </span>
  )
}

function User({ who }: Pick<EventLine, 'who'>) {
  const text = who.looker === undefined ? who.name : `${who.looker} as ${who.name}`
  return (
    <span className={classes.who} data-impersonated={who.impersonator !== undefined}>
      {who.impersonator !== undefined && <EyeIcon size={13} aria-hidden />}
      <span className={classes.person} title={text}>
        {text}
      </span>
    </span>
  )
}
