import { useElementSize, useMergedRef } from '@mantine/hooks'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import type { EventLine } from './eventLine.ts'
import scrolling from '../shell/scrolling.module.css'
import classes from './EventList.module.css'
import { EventOption } from './EventOption.tsx'
import { rowsSince, shiftOf } from './rowsSince.ts'
import { stepOf } from './stepOf.ts'

interface EventListProps {
  readonly lines: readonly EventLine[]
  readonly fresh: ReadonlySet<string>
  readonly open: string | undefined
  readonly onOpen: (id: string | undefined) => void
}

/** Pixels. Every row is as high as every other: ten thousand need not be measured. */
const ROW_HEIGHT = 30
const NARROW_ROW_HEIGHT = 54
/** Pixels of the list's width. */
const NARROW = 620
const OVERSCAN = 12

/** The events in a list of which only what is seen is drawn. Arrows, j and k go through it. */
export function EventList({ lines, fresh, open, onOpen }: EventListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const { ref: measured, width } = useElementSize<HTMLDivElement>()
  const attach = useMergedRef(scroller, measured)
  const height = width > 0 && width < NARROW ? NARROW_ROW_HEIGHT : ROW_HEIGHT
  // oxlint-disable-next-line react/incompatible-library -- its functions are called here and handed to nobody
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey: (index) => lines[index]?.id ?? index,
    overscan: OVERSCAN,
  })
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, height])
  const unread = useStableScroll(scroller, lines, height)

  function move(key: KeyboardEvent): void {
    const now = lines.findIndex(({ id }) => id === open)
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / height) - 1)
    const next = stepOf(key.key, { now, count: lines.length, page })
    if (next === undefined || key.metaKey || key.ctrlKey || key.altKey) return
    key.preventDefault()
    onOpen(lines[next]?.id)
    virtualizer.scrollToIndex(next)
  }

  const items = virtualizer.getVirtualItems()
  const isOpenDrawn = items.some(({ index }) => lines[index]?.id === open)
  return (
    <>
      {unread > 0 && (
        <button className={classes.unread} onClick={() => scroller.current?.scrollTo({ top: 0 })}>
          ↑ {unread.toLocaleString('en')} new
        </button>
      )}
      <div
        className={`${scrolling.scrolling} ${classes.list}`}
        ref={attach}
        role="listbox"
        aria-label="Events, the newest first"
        aria-activedescendant={isOpenDrawn ? `event-${open}` : undefined}
        tabIndex={0}
        onKeyDown={move}
        data-narrow={height === NARROW_ROW_HEIGHT}
      >
        <div role="presentation" style={{ height: virtualizer.getTotalSize(), position: 'relative' }}>
          {items.map(({ index, key, start }) => {
            const line = lines[index]
            return (
              line && (
                <EventOption
                  line={line}
                  place={{ index, start, height, count: lines.length }}
                  isFresh={fresh.has(line.id)}
                  isOpen={line.id === open}
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

/** Keeps what is read where it is while rows come in above it. Answers how many came since the newest was last in sight. */
function useStableScroll(
  scroller: RefObject<HTMLDivElement | null>,
  lines: readonly EventLine[],
  height: number,
): number {
  const before = useRef(lines)
  const newestSeen = useRef(lines[0]?.id)
  const [unread, setUnread] = useState(0)

  useLayoutEffect(() => {
    const list = scroller.current
    if (list === null) return undefined
    const count = () => {
      if (list.scrollTop < height) newestSeen.current = before.current[0]?.id
      setUnread(list.scrollTop < height ? 0 : rowsSince(before.current, newestSeen.current))
    }
    list.addEventListener('scroll', count, { passive: true })
    return () => list.removeEventListener('scroll', count)
  }, [scroller, height])

  useLayoutEffect(() => {
    const list = scroller.current
    const shift =
      list && list.scrollTop >= height ? shiftOf(before.current, lines, Math.floor(list.scrollTop / height)) : 0
    before.current = lines
    if (list === null) return
    if (shift !== 0) list.scrollTo({ top: list.scrollTop + shift * height })
    if (list.scrollTop < height) newestSeen.current = lines[0]?.id
    setUnread(list.scrollTop < height ? 0 : rowsSince(lines, newestSeen.current))
  }, [scroller, lines, height])

  return unread
}
