import { memo } from 'react'
import type { CoastMaps } from './mapService.ts'
import classes from './MapGround.module.css'

/** Land, water and roads. Drawn once: the camera moves it as a whole. */
export const MapGround = memo(function MapGround({ maps }: { maps: CoastMaps }) {
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
      {maps.labels.map(({ kind, text, x, y }) => (
        <text key={text} x={x} y={y} className={classes.label} data-kind={kind}>
          {text}
        </text>
      ))}
    </>
  )
})
