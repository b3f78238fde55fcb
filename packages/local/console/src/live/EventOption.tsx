import { IconEye } from '@tabler/icons-react'
import { memo } from 'react'
import { inShort } from '../format/asText.ts'
import { clock, duration, isoTime } from '../format/time.ts'
import type { EventLine } from './eventLine.ts'
import classes from './EventOption.module.css'
import { LifeTrack } from './LifeTrack.tsx'

interface EventOptionProps {
  readonly line: EventLine
  readonly place: { readonly index: number; readonly start: number; readonly height: number; readonly count: number }
  /** It has just arrived. */
  readonly isFresh: boolean
  readonly isOpen: boolean
  readonly onOpen: (id: string) => void
}

/** Flags that are drawn; more do not fit into any row. */
const MAX_FLAGS = 6

/** An event in one line. */
export const EventOption = memo(
  function EventOption({ line, place, isFresh, isOpen, onOpen }: EventOptionProps) {
    const { who, flags, lateMs, copies } = line
    return (
      <div
        className={classes.option}
        id={`event-${line.id}`}
        role="option"
        aria-selected={isOpen}
        aria-setsize={place.count}
        aria-posinset={place.index + 1}
        data-fresh={isFresh}
        style={{ height: place.height, transform: `translateY(${place.start}px)` }}
        onClick={() => onOpen(line.id)}
      >
        <time className={classes.time} dateTime={isoTime(line.at)}>
          {clock(line.at)}
        </time>
        <LifeTrack life={line.life} />
        <span className={classes.name}>
          <span className={classes.words}>{line.name}</span>
          {lateMs !== undefined && <span className={classes.late}>{duration(lateMs)} late</span>}
          {copies > 0 && <span className={classes.copies}>came {copies + 1} ×</span>}
        </span>
        <span className={classes.who} data-impersonated={who.impersonator !== undefined}>
          {who.impersonator !== undefined && <IconEye size={13} aria-hidden />}
          <span className={classes.person}>{who.looker === undefined ? who.name : `${who.looker} as ${who.name}`}</span>
        </span>
        <span className={classes.flags}>
          {flags.slice(0, MAX_FLAGS).map(({ name, value }) => (
            <span className={classes.flag} data-value={String(value)} key={name}>
              {name} <b>{inShort(value)}</b>
            </span>
          ))}
        </span>
      </div>
    )
  },
  (before, now) =>
    before.line === now.line &&
    before.isFresh === now.isFresh &&
    before.isOpen === now.isOpen &&
    before.place.start === now.place.start &&
    before.place.height === now.place.height &&
    before.place.count === now.place.count,
)
