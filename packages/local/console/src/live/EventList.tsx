import { useElementSize, useMergedRef } from '@mantine/hooks'
import { useVirtualizer } from '@tanstack/react-virtual'
import { flushSync } from 'react-dom'
import {
  useEffect,
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
import { useNow } from '../shell/useNow.ts'
import type { EventLine } from './eventLine.ts'
import { columnsOf, EventHeads } from './EventHeads.tsx'
import scrolling from '../shell/scrolling.module.css'
import classes from './EventList.module.css'
import { EventOption, NowContext } from './EventOption.tsx'
import { flaggedBefore } from './changedFlags.ts'
import { listRows } from './listRows.ts'
import { columnLayout, type Column } from './liveColumns.ts'
import { rowsSince } from './rowsSince.ts'
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
  /** Called when the list is scrolled to its last rows, and away from them. */
  readonly onNearEnd: (isNear: boolean) => void
}

/** The height of a row in pixels. Rows with columns all have this height, so that they need not be measured. */
const ROW_HEIGHT = 30
/** The minimum height of a row without columns: a long name or user takes more lines. */
const NARROW_ROW_HEIGHT = 54
const OVERSCAN = 12
/** Older events are loaded when so many rows are left below. */
const NEAR_END = 200
/** How many rows the virtualizer knows while the list is at its top: some screens. */
const ROWS_AT_TOP = 300

/** The list of events. Only visible rows are rendered. The arrow keys, j and k select an event from anywhere on the page. */
export function EventList({ ref, lines, fresh, columns, open, onOpen, onNearEnd }: EventListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const { ref: measured, width } = useElementSize<HTMLDivElement>()
  const attach = useMergedRef(scroller, measured)
  const layout = useMemo(() => columnLayout(width, columns), [width, columns])
  const rows = useMemo(() => listRows(lines, Date.now()), [lines])
  const height = layout.isNarrow ? NARROW_ROW_HEIGHT : ROW_HEIGHT
  /** The newest event at the time when the list was scrolled down. Undefined at its top. */
  const [newestSeen, setNewestSeen] = useState<string>()
  const unread = newestSeen === undefined ? 0 : rowsSince(lines, newestSeen)
  // The virtualizer makes an entry for each row anew when one is added. At the top, where they are, it needs few.
  const count = newestSeen === undefined ? Math.min(rows.count, ROWS_AT_TOP) : rows.count
  // oxlint-disable-next-line react/incompatible-library -- its functions are only called here and not passed on
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    // Another function would make the virtualizer measure all rows again, at each step of scrolling.
    getItemKey: rows.keyOf,
    overscan: OVERSCAN,
    // 'end' keeps the visible rows in place while rows are added above them.
    anchorTo: newestSeen === undefined ? 'start' : 'end',
  })
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, height])
  const [active, setActive] = useActive(open, scroller)
  const isNearEnd = (virtualizer.range?.endIndex ?? 0) >= rows.count - NEAR_END
  useEffect(() => onNearEnd(isNearEnd), [isNearEnd, onNearEnd])

  function move(key: Press | KeyboardEvent): void {
    const now = lines.findIndex(({ id }) => id === active)
    const { startIndex = 0, endIndex = 0 } = virtualizer.range ?? {}
    const page = Math.max(1, endIndex - startIndex - 1)
    const next = stepOf(key.key, { now, isOpen: open !== undefined, count: lines.length, page })
    if (next === undefined || key.metaKey || key.ctrlKey || key.altKey) return
    key.preventDefault()
    // On a narrow screen, an open event covers the list: only Enter opens it from there.
    goTo(next, !layout.isNarrow || open !== undefined)
  }
  function goTo(next: number, opens: boolean): void {
    if (opens) onOpen(lines[next]?.id)
    else setActive(lines[next]?.id)
    const row = rows.rowOf(next)
    if (row >= count) flushSync(() => setNewestSeen(lines[0]?.id))
    virtualizer.scrollToIndex(row)
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

  const hasFlags = layout.columns.some(({ column }) => column === 'flags')
  const now = useNow(1000)
  const items = virtualizer.getVirtualItems()
  const isActiveDrawn = items.some(({ index }) => rows.at(index)?.id === active)
  return (
    <NowContext value={now}>
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
        onScroll={({ currentTarget: { scrollTop } }) =>
          setNewestSeen((seen) => (scrollTop < height ? undefined : (seen ?? lines[0]?.id)))
        }
        onKeyDown={(key) => (key.key === 'Enter' && open === undefined ? openActive(key) : move(key))}
        style={columnsOf(layout)}
      >
        <div
          role="presentation"
          style={{ height: virtualizer.getTotalSize() + (rows.count - count) * height, position: 'relative' }}
        >
          {items.map(({ index, key, start }) => {
            const row = rows.at(index)
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
                  before={hasFlags && row.line.isWhole ? flaggedBefore(lines, row.index) : undefined}
                  place={{ row: index, index: row.index, start, height, count: lines.length }}
                  layout={layout}
                  isFresh={fresh.has(row.id)}
                  isOpen={row.id === open}
                  isActive={row.id === active}
                  onOpen={onOpen}
                  measure={layout.isNarrow ? virtualizer.measureElement : undefined}
                  key={key}
                />
              )
            )
          })}
        </div>
      </div>
    </NowContext>
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
