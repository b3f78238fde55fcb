import { variationColour } from '../charts/chartColours.ts'
import { isoTime } from '../format/time.ts'
import classes from './CoursePlot.module.css'
import { bandOf, coursePlaces, type Known } from './coursePlaces.ts'
import { tickText } from './figureText.ts'
import type { PlotScale } from './plotScale.ts'

interface CoursePlotProps {
  readonly title: string
  /** The text alternative. */
  readonly label: string
  readonly known: readonly Known[]
  readonly scale: PlotScale
  readonly isShare: boolean
  /** The place of the variation. */
  readonly colour: number
}

/** A difference over time, with the band of its intervals around it, and a line at zero. */
export function CoursePlot({ title, label, known, scale, isShare, colour }: CoursePlotProps) {
  const places = coursePlaces(known, scale)
  const write = tickText(scale.step, isShare)
  const top = (tick: number) => `${100 * (1 - scale.placeOf(tick))}%`
  const days = [known[0], known.length > 1 ? known.at(-1) : undefined].flatMap((one) => one ?? [])
  return (
    <div className={classes.plot} role="img" aria-label={label}>
      <p className={classes.title}>{title}</p>
      <div className={classes.frame}>
        <div className={classes.values}>
          {scale.ticks.map((tick) => (
            <span style={{ top: top(tick) }} data-zero={tick === 0} key={tick}>
              {write(tick)}
            </span>
          ))}
        </div>
        <svg
          className={classes.drawing}
          width="100%"
          height="100%"
          style={{ color: variationColour(colour) }}
          aria-hidden
        >
          {scale.ticks.map((tick) => (
            <line
              className={tick === 0 ? classes.zero : classes.grid}
              x1="0"
              x2="100%"
              y1={top(tick)}
              y2={top(tick)}
              key={tick}
            />
          ))}
          {/* Stretched to the size of the drawing. Its strokes are not. */}
          <svg viewBox="0 0 100 100" preserveAspectRatio="none" width="100%" height="100%">
            <polygon className={classes.band} points={bandOf(places)} />
            <polyline className={classes.line} points={places.map(({ x, value }) => `${x},${value}`).join(' ')} />
          </svg>
          {places.slice(-1).map(({ x, value, low, high }) => (
            <g key="latest">
              <line className={classes.line} x1={`${x}%`} x2={`${x}%`} y1={`${low}%`} y2={`${high}%`} />
              <circle className={classes.latest} cx={`${x}%`} cy={`${value}%`} r="4" />
            </g>
          ))}
        </svg>
      </div>
      <div className={classes.days} data-single={days.length === 1}>
        {days.map(({ at }) => (
          <span key={at}>{isoTime(at)?.slice(0, 10)}</span>
        ))}
      </div>
    </div>
  )
}
