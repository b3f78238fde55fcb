import { ActionIcon, Button } from '@mantine/core'
import { useElementSize, useRovingIndex } from '@mantine/hooks'
import { DashIcon, FocusCenterIcon, PlusIcon } from '@primer/octicons-react'
import { useEffect, type CSSProperties, type ReactNode } from 'react'
import type { Place } from '../data/place.ts'
import { useStore } from '../useStore.ts'
import { labelsThatFit, type Box } from './labelsThatFit.ts'
import { project, scaleOf, wholeTown, zoomBy, type Camera } from './mapCamera.ts'
import classes from './MapFrame.module.css'
import { MapGround } from './MapGround.tsx'
import { mapService } from './mapService.ts'
import { useDrag } from './useDrag.ts'

interface Props {
  label: string
  camera: Camera
  onCamera: (camera: Camera) => void
  /** Lines drawn between the ground and the markers, in units of the plane. */
  lines?: ReactNode
  /** The boxes that the markers cover, in pixels from the origin of the plane. No label is drawn below them. */
  covered: (scale: number) => readonly Box[]
  /** Renders the markers. `at` returns the style that positions a marker; `scale` is the number of pixels per unit of the plane. */
  children: (at: (place: Place) => CSSProperties, scale: number) => ReactNode
}

const STEP = 1.6

const moves = [
  { name: 'Closer', Icon: PlusIcon, from: (camera: Camera) => zoomBy(camera, STEP) },
  { name: 'Farther', Icon: DashIcon, from: (camera: Camera) => zoomBy(camera, 1 / STEP) },
  { name: 'The whole town', Icon: FocusCenterIcon, from: () => wholeTown },
]

/** A panel with the map, its markers and its controls, or a message while the map is loading or if it could not be loaded. */
export function MapFrame({ label, camera, onCamera, lines, covered, children }: Props) {
  const state = useStore(mapService)
  const { ref, width, height } = useElementSize<HTMLDivElement>()
  const size = { width, height }
  const { isDragging, ...drag } = useDrag(camera, size, onCamera)
  useEffect(() => void mapService.load(), [])
  const { getItemProps } = useRovingIndex({ total: moves.length, orientation: 'both' })

  const scale = scaleOf(camera, size)
  const corner = project(camera, size, { x: 0, y: 0 })
  const at = (place: Place): CSSProperties => {
    const { left, top } = project(camera, size, place)
    return { translate: `${left.toFixed(1)}px ${top.toFixed(1)}px` }
  }
  return (
    <section className={classes.frame} aria-label={label} data-map={state.status}>
      <div ref={ref} className={classes.panel} data-dragging={isDragging || undefined} {...drag}>
        {state.status === 'ready' && width > 0 && (
          <>
            <svg className={classes.ground} aria-hidden="true">
              <g
                className={classes.plane}
                style={{
                  transform: `translate(${corner.left}px, ${corner.top}px) scale(${scale})`,
                  ...({ '--map-scale': scale } as CSSProperties),
                }}
              >
                <MapGround maps={state.maps} labels={labelsThatFit(state.maps.labels, covered(scale), scale)} />
                {lines}
              </g>
            </svg>
            {children(at, scale)}
          </>
        )}
        {state.status === 'loading' && <p className={classes.words}>Loading the map…</p>}
        {state.status === 'failed' && (
          <div className={classes.words} role="alert">
            <p>The map could not be loaded. Everything else works without it.</p>
            <Button variant="default" size="xs" onClick={() => void mapService.load()}>
              Try again
            </Button>
          </div>
        )}
      </div>
      {state.status === 'ready' && (
        <div className={classes.controls} role="toolbar" aria-label="Move the map" aria-orientation="vertical">
          {moves.map(({ name, Icon, from }, index) => (
            <ActionIcon
              key={name}
              variant="default"
              aria-label={name}
              {...getItemProps({ index, onClick: () => onCamera(from(camera)) })}
            >
              <Icon size={16} />
            </ActionIcon>
          ))}
        </div>
      )}
    </section>
  )
}
