import { IconChevronRight, IconEye } from '@tabler/icons-react'
import { useState } from 'react'
import type { StoredEvent } from '../../../src/collector/eventStore.ts'
import { EventDetails } from './EventDetails.tsx'
import classes from './EventItem.module.css'
import { duration, inShort, type EventLine } from './eventLine.ts'

interface EventItemProps {
  readonly stored: StoredEvent
  readonly line: EventLine
  /** It has just arrived. */
  readonly isFresh: boolean
}

/** An event in one line; opened, all of it. */
export function EventItem({ stored, line, isFresh }: EventItemProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { who, flags, lateMs } = line
  return (
    <li className={classes.item} data-fresh={isFresh}>
      <button className={classes.line} onClick={() => setIsOpen(!isOpen)} aria-expanded={isOpen}>
        <IconChevronRight className={classes.chevron} size={14} aria-hidden />
        <time className={classes.time} dateTime={new Date(line.at).toISOString()}>
          {clock(line.at)}
        </time>
        <span className={classes.name}>
          {line.name}
          {lateMs !== undefined && <span className={classes.late}>{duration(lateMs)} late</span>}
        </span>
        <span className={classes.who} data-impersonated={who.impersonator !== undefined}>
          {who.impersonator !== undefined && <IconEye size={14} aria-hidden />}
          <span className={classes.person}>
            {who.impersonator === undefined ? who.name : `${who.impersonator} as ${who.name}`}
          </span>
        </span>
        <span className={classes.flags}>
          {flags.map(({ name, value }) => (
            <span className={classes.flag} data-value={String(value)} key={name}>
              {name} <b>{inShort(value)}</b>
            </span>
          ))}
        </span>
        <span className={classes.count}>{flags.length === 1 ? '1 flag' : `${flags.length} flags`}</span>
      </button>
      {isOpen && <EventDetails stored={stored} line={line} />}
    </li>
  )
}

function clock(at: number): string {
  const date = new Date(at)
  const milliseconds = String(date.getMilliseconds()).padStart(3, '0')
  return `${date.toTimeString().slice(0, 8)}.${milliseconds}`
}
