import { memo } from 'react'
import type { CoastMaps } from './mapService.ts'
import classes from './MapGround.module.css'

interface Props {
  maps: CoastMaps
  /** The texts of the labels that fit. */
  labels: readonly string[]
}

/** Land, water, roads and labels. Rendered again only if the maps or the labels change: the camera transforms the parent. */
export const MapGround = memo(
  function MapGround({ maps, labels }: Props) {
    return (
      <>
        {maps.layers.map(({ kind, d }) =>
          kind === 'motorway' ? (
            <g key={d}>
              <path d={d} className={classes.casing} />
              <path d={d} className={classes.motorway} />
            </g>
          ) : (
            <path key={d} d={d} className={classes[kind]} />
          ),
        )}
        {maps.labels
          .filter(({ text }) => labels.includes(text))
          .map(({ kind, text, x, y }) => (
            <text key={text} x={x} y={y} className={classes.label} data-kind={kind}>
              {text}
            </text>
          ))}
      </>
    )
  },
  (before, now) => before.maps === now.maps && before.labels.join() === now.labels.join(),
)
