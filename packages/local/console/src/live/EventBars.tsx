import { useState, type KeyboardEvent, type MouseEvent } from 'react'
import { useNow } from '../shell/useNow.ts'
import { BAR_STATES, barText, eachText, eventBars, spanText, type EventBar, type TimeSpan } from './eventBars.ts'
import classes from './EventBars.module.css'
import type { EventLine } from './eventLine.ts'

interface EventBarsProps {
  /** The events of the list, whatever their time, in parts. */
  readonly parts: readonly (readonly EventLine[])[]
  /** Events before this time are not loaded. */
  readonly knownSince: number | undefined
  /** The span of time that the list is filtered by. */
  readonly between: TimeSpan | undefined
  readonly onBetween: (between: TimeSpan | undefined) => void
}

/** The states that are named even if no event has them. */
const ALWAYS: ReadonlySet<string> = new Set(['arrived', 'waiting'])

/** As many events fill the height at least: a single one does not look like a burst. */
const LEAST_SCALE = 4

/**
 * Events over time by what has become of them. A press on a bar filters the list by its time, another one shows all again. One
 * control for the keyboard: the arrow keys go from bar to bar. Time stands still while it is used.
 */
export function EventBars({ parts, knownSince = -Infinity, between, onBetween }: EventBarsProps) {
  const now = useNow(1000)
  /** The time at which the pointer or the focus came. */
  const [usedAt, setUsedAt] = useState<number>()
  const [place, setPlace] = useState<number>()
  const counted = eventBars(parts, usedAt ?? now)
  if (counted === undefined) return null
  const { bars, says } = counted
  const highest = Math.max(...bars.map(({ total }) => total))
  const scale = Math.max(LEAST_SCALE, highest)
  const chosen = bars.findIndex(({ from, to }) => from === between?.from && to === between.to)
  const current = place ?? (chosen >= 0 ? chosen : (filledPlaces(bars).at(-1) ?? 0))
  const bar = bars[current]

  const textOf = (one: EventBar) =>
    one.to <= knownSince ? `${spanText(one)}: these events are not loaded, scroll down to see them` : barText(one)
  function press(index: number): void {
    const pressed = bars[index]
    if (pressed !== undefined && pressed.total > 0)
      onBetween(index === chosen ? undefined : { from: pressed.from, to: pressed.to })
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter' || event.key === ' ') press(current)
    else {
      const next = nextPlace(event.key, current, bars)
      if (next === undefined) return
      setPlace(next)
    }
    event.preventDefault()
  }
  function point(event: MouseEvent<HTMLElement>): number {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const pointed = Math.floor(((event.clientX - left) / width) * bars.length)
    const next = Math.min(bars.length - 1, Math.max(0, pointed))
    setUsedAt((before) => before ?? now)
    setPlace(next)
    return next
  }
  function leave(): void {
    setUsedAt(undefined)
    setPlace(undefined)
  }

  return (
    <div className={classes.bars}>
      <div
        className={classes.plot}
        role="slider"
        tabIndex={0}
        aria-label={`Events ${eachText(counted)}. Enter shows only those of this time`}
        aria-valuemin={0}
        aria-valuemax={bars.length - 1}
        aria-valuenow={current}
        aria-valuetext={bar && textOf(bar)}
        onPointerMove={point}
        onPointerLeave={leave}
        // A touch moves no pointer before.
        onClick={(click) => press(point(click))}
        onFocus={() => setUsedAt((before) => before ?? now)}
        onBlur={leave}
        onKeyDown={onKeyDown}
      >
        {bars.map(({ from, to, counts, total }, index) => (
          <span
            className={classes.bar}
            data-current={index === place || undefined}
            data-unknown={to <= knownSince || undefined}
            data-chosen={index === chosen || undefined}
            key={from}
          >
            {BAR_STATES.filter((state) => counts[state] > 0).map((state) => (
              <span
                className={classes.part}
                data-state={state}
                style={{ flexGrow: counts[state], flexBasis: 0 }}
                key={state}
              />
            ))}
            <span style={{ flexGrow: scale - total, flexBasis: 0 }} />
          </span>
        ))}
      </div>
      <p className={classes.says} aria-hidden>
        <span>{says}</span>
        {place !== undefined && bar !== undefined ? (
          <b>{textOf(bar)}</b>
        ) : (
          <span className={classes.legend}>
            {BAR_STATES.filter((state) => ALWAYS.has(state) || bars.some(({ counts }) => counts[state] > 0)).map(
              (state) => (
                <span className={classes.state} data-state={state} key={state}>
                  {bars.reduce((sum, { counts }) => sum + counts[state], 0).toLocaleString('en')} {state}
                </span>
              ),
            )}
            <span className={classes.most}>
              at most {highest.toLocaleString('en')} {eachText(counted)}
            </span>
          </span>
        )}
        <span>now</span>
      </p>
    </div>
  )
}

const filledPlaces = (bars: readonly { readonly total: number }[]) =>
  bars.flatMap(({ total }, index) => (total > 0 ? [index] : []))

/** The next bar with events in the direction of a key. */
function nextPlace(key: string, now: number, bars: readonly { readonly total: number }[]): number | undefined {
  const places = filledPlaces(bars)
  switch (key) {
    case 'ArrowLeft':
      return places.filter((place) => place < now).at(-1) ?? now
    case 'ArrowRight':
      return places.find((place) => place > now) ?? now
    case 'Home':
      return places[0]
    case 'End':
      return places.at(-1)
    default:
      return undefined
  }
}
