import type { VariationResult } from '@telltale/collector/experiment'
import type { Interval } from '@telltale/collector/experiment'
import classes from './ForestPlot.module.css'
import { tickText } from './figureText.ts'
import { plotScale, type PlotScale } from './plotScale.ts'

interface ForestRow {
  readonly name: string
  readonly interval: Interval | undefined
  readonly tone: VariationResult['decision']
}

interface ForestPlotProps {
  readonly title: string
  /** The text alternative. */
  readonly label: string
  readonly rows: readonly ForestRow[]
  readonly isShare: boolean
}

/** Differences with their intervals around a line at zero. */
export function ForestPlot({ title, label, rows, isShare }: ForestPlotProps) {
  const scale = plotScale(
    rows.flatMap(({ interval }) => (interval ? [interval.low, interval.value, interval.high] : [])),
  )
  const write = tickText(scale.step, isShare)
  return (
    <div className={classes.plot} role="img" aria-label={label}>
      <p className={classes.title}>{title}</p>
      {rows.map((row) => (
        <div className={classes.row} key={row.name}>
          <span className={classes.name}>{row.name}</span>
          <Line {...row} scale={scale} />
        </div>
      ))}
      <div className={classes.row}>
        <span />
        <div className={classes.axis}>
          {scale.ticks.map((tick) => (
            <span style={{ left: at(scale.placeOf(tick)) }} data-zero={tick === 0} key={tick}>
              {write(tick)}
            </span>
          ))}
        </div>
      </div>
    </div>
  )
}

const at = (place: number) => `${place * 100}%`

function Line({ interval, tone, scale }: ForestRow & { readonly scale: PlotScale }) {
  const { ticks, placeOf } = scale
  // In JSON, a figure that is no number is null.
  const isDrawn = interval !== undefined && [interval.low, interval.value, interval.high].every(Number.isFinite)
  return (
    <svg className={classes.line} width="100%" height="36" data-tone={tone} aria-hidden>
      {ticks.map((tick) => (
        <line
          className={tick === 0 ? classes.zero : classes.grid}
          x1={at(placeOf(tick))}
          x2={at(placeOf(tick))}
          y1="0"
          y2="36"
          key={tick}
        />
      ))}
      {isDrawn && (
        <>
          <line
            className={classes.interval}
            x1={at(placeOf(interval.low))}
            x2={at(placeOf(interval.high))}
            y1="18"
            y2="18"
          />
          {[interval.low, interval.high].map((end, index) => (
            <line
              className={classes.interval}
              x1={at(placeOf(end))}
              x2={at(placeOf(end))}
              y1="12"
              y2="24"
              key={index === 0 ? 'low' : 'high'}
            />
          ))}
          <circle className={classes.value} cx={at(placeOf(interval.value))} cy="18" r="5" />
        </>
      )}
    </svg>
  )
}
