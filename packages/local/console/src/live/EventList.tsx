import { useElementSize, useMergedRef } from '@mantine/hooks'
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent as Press,
  type Ref,
  type RefObject,
} from 'react'
import { dayText } from '../format/dayOf.ts'
import { useKeys } from '../shell/useKeys.ts'
import type { EventLine } from './eventLine.ts'
import { columnsOf, EventHeads } from './EventHeads.tsx'
import scrolling from '../shell/scrolling.module.css'
import classes from './EventList.module.css'
import { EventOption } from './EventOption.tsx'
import { listRows, type ListRow } from './listRows.ts'
import { columnLayout, type Column } from './liveColumns.ts'
import { rowsSince, shiftOf } from './rowsSince.ts'
import { stepOf } from './stepOf.ts'

export interface EventListHandle {
  /** Moves the focus to the newest event. */
  focusFirst(): void
}

interface EventListProps {
  readonly ref: Ref<EventListHandle>
  readonly lines: readonly EventLine[]
  readonly fresh: ReadonlySet<string>
  /** The selected columns. */
  readonly columns: readonly Column[]
  readonly open: string | undefined
  readonly onOpen: (id: string | undefined) => void
}

/** The height of a row in pixels. All rows have the same height, so that they need not be measured. */
const ROW_HEIGHT = 30
const NARROW_ROW_HEIGHT = 68
const OVERSCAN = 12

/** The list of events. Only visible rows are rendered. The arrow keys, j and k select an event from anywhere on the page. */
export function EventList({ ref, lines, fresh, columns, open, onOpen }: EventListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const { ref: measured, width } = useElementSize<HTMLDivElement>()
  const attach = useMergedRef(scroller, measured)
  const layout = useMemo(() => columnLayout(width, columns), [width, columns])
  const rows = useMemo(() => listRows(lines, Date.now()), [lines])
  const height = layout.isNarrow ? NARROW_ROW_HEIGHT : ROW_HEIGHT
  // oxlint-disable-next-line react/incompatible-library -- its functions are only called here and not passed on
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: OVERSCAN,
  })
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, height])
  const [active, setActive] = useActive(open, scroller)
  const unread = useStableScroll(scroller, rows, height)

  function move(key: Press | KeyboardEvent): void {
    const now = lines.findIndex(({ id }) => id === active)
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / height) - 1)
    const next = stepOf(key.key, { now, isOpen: open !== undefined, count: lines.length, page })
    if (next === undefined || key.metaKey || key.ctrlKey || key.altKey) return
    key.preventDefault()
    // On a narrow screen, an open event covers the list: only Enter opens it from there.
    goTo(next, !layout.isNarrow || open !== undefined)
  }
  function goTo(next: number, opens: boolean): void {
    if (opens) onOpen(lines[next]?.id)
    else setActive(lines[next]?.id)
    virtualizer.scrollToIndex(rows.findIndex(({ id }) => id === lines[next]?.id))
    // A screen reader announces the open event only while the list has the focus.
    scroller.current?.focus({ preventScroll: true })
  }
  useImperativeHandle(ref, () => ({ focusFirst: () => goTo(0, open !== undefined) }))
  function openActive(key: Press): void {
    key.preventDefault() // otherwise the same Enter presses the button that gets the focus
    onOpen(active)
  }

  useKeys([
    ['j', move],
    ['k', move],
    ['ArrowDown', move],
    ['ArrowUp', move],
  ])

  const items = virtualizer.getVirtualItems()
  const isActiveDrawn = items.some(({ index }) => rows[index]?.id === active)
  return (
    <>
      {unread > 0 && (
        <button className={classes.unread} onClick={() => scroller.current?.scrollTo({ top: 0 })}>
          ↑ {unread.toLocaleString('en')} new
        </button>
      )}
      <EventHeads layout={layout} />
      <div
        className={`${scrolling.scrolling} ${classes.list}`}
        ref={attach}
        role="listbox"
        aria-label="Events, the newest first"
        aria-activedescendant={isActiveDrawn ? `event-${active}` : undefined}
        tabIndex={0}
        onKeyDown={(key) => (key.key === 'Enter' && open === undefined ? openActive(key) : move(key))}
        style={columnsOf(layout)}
      >
        <div role="presentation" style={{ height: virtualizer.getTotalSize(), position: 'relative' }}>
          {items.map(({ index, key, start }) => {
            const row = rows[index]
            if (row?.type === 'day')
              return (
                <div
                  className={classes.day}
                  role="presentation"
                  style={{ height, transform: `translateY(${start}px)` }}
                  key={key}
                >
                  {dayText(row.at, Date.now())}
                </div>
              )
            return (
              row && (
                <EventOption
                  line={row.line}
                  place={{ index: row.index, start, height, count: lines.length }}
                  layout={layout}
                  isFresh={fresh.has(row.id)}
                  isOpen={row.id === open}
                  isActive={row.id === active}
                  onOpen={onOpen}
                  key={key}
                />
              )
            )
          })}
        </div>
      </div>
    </>
  )
}

/** The event from which the keys go on: the open one, or the one that was open last. Closing it returns the focus to the list. */
function useActive(
  open: string | undefined,
  list: RefObject<HTMLElement | null>,
): readonly [string | undefined, (id: string | undefined) => void] {
  const [active, setActive] = useState(open)
  if (open !== undefined && open !== active) setActive(open)
  const before = useRef(open)
  useLayoutEffect(() => {
    if (before.current !== undefined && open === undefined) list.current?.focus({ preventScroll: true })
    before.current = open
  }, [open, list])
  return [open ?? active, setActive]
}

/** Keeps the scroll position while rows are added above it. Returns how many were added since the newest row was last visible. */
function useStableScroll(scroller: RefObject<HTMLDivElement | null>, rows: readonly ListRow[], height: number): number {
  const before = useRef(rows)
  const newestSeen = useRef(newestOf(rows)?.id)
  const [unread, setUnread] = useState(0)

  useLayoutEffect(() => {
    const list = scroller.current
    if (list === null) return undefined
    const count = () => {
      if (list.scrollTop < height) newestSeen.current = newestOf(before.current)?.id
      setUnread(list.scrollTop < height ? 0 : rowsSince(eventsOf(before.current), newestSeen.current))
    }
    list.addEventListener('scroll', count, { passive: true })
    return () => list.removeEventListener('scroll', count)
  }, [scroller, height])

  useLayoutEffect(() => {
    const list = scroller.current
    const shift =
      list && list.scrollTop >= height ? shiftOf(before.current, rows, Math.floor(list.scrollTop / height)) : 0
    before.current = rows
    if (list === null) return
    if (shift !== 0) list.scrollTo({ top: list.scrollTop + shift * height })
    if (list.scrollTop < height) newestSeen.current = newestOf(rows)?.id
    setUnread(list.scrollTop < height ? 0 : rowsSince(eventsOf(rows), newestSeen.current))
  }, [scroller, rows, height])

  return unread
}

function newestOf(rows: readonly ListRow[]): ListRow | undefined {
  return rows.find(({ type }) => type === 'event')
}

function eventsOf(rows: readonly ListRow[]): readonly ListRow[] {
  return rows.filter(({ type }) => type === 'event')
}
