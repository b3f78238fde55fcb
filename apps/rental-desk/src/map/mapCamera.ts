import type { Place } from '../data/place.ts'

/** The visible part of the plane: its centre, and its zoom, which is 1 for the whole town. */
export interface Camera extends Place {
  readonly zoom: number
}

/** The size of the panel, in pixels. */
export interface Size {
  readonly width: number
  readonly height: number
}

/** The size of the built-up area, in units of the plane. */
const TOWN = { width: 1200, height: 420 }
/** Kept free around the town, in pixels, so that no marker is cut off. */
const MARGIN = { x: 36, y: 26 }
const MOST_ZOOM = 4

export const wholeTown: Camera = { zoom: 1, x: TOWN.width / 2, y: TOWN.height / 2 }

/** The number of pixels per unit of the plane. */
export function scaleOf({ zoom }: Camera, { width, height }: Size): number {
  const wide = (width - 2 * MARGIN.x) / TOWN.width
  const high = (height - 2 * MARGIN.y) / TOWN.height
  return Math.max(Math.min(wide, high), 0.05) * zoom
}

/** The position of a place in the panel, in pixels from the top left corner. */
export function project(camera: Camera, size: Size, place: Place): { left: number; top: number } {
  const scale = scaleOf(camera, size)
  return { left: size.width / 2 + (place.x - camera.x) * scale, top: size.height / 2 + (place.y - camera.y) * scale }
}

export function zoomBy(camera: Camera, factor: number): Camera {
  return inBounds({ ...camera, zoom: camera.zoom * factor })
}

/** The camera after the plane was moved under the panel by `by` pixels. */
export function panBy(camera: Camera, size: Size, by: { left: number; top: number }): Camera {
  const scale = scaleOf(camera, size)
  return inBounds({ ...camera, x: camera.x - by.left / scale, y: camera.y - by.top / scale })
}

/** A camera that shows all of these places with a margin around them, or the whole town if there are no places. */
export function cameraOn(places: readonly Place[]): Camera {
  if (places.length === 0) return wholeTown
  const xs = places.map(({ x }) => x)
  const ys = places.map(({ y }) => y)
  const width = Math.max(...xs) - Math.min(...xs)
  const height = Math.max(...ys) - Math.min(...ys)
  const zoom = Math.min(TOWN.width / (width + 360), TOWN.height / (height + 130))
  return inBounds({ zoom, x: Math.min(...xs) + width / 2, y: Math.min(...ys) + height / 2 })
}

/** Limits the zoom and keeps the centre within the town. There is nothing to see beyond the town. */
function inBounds({ zoom, x, y }: Camera): Camera {
  return { zoom: clamp(zoom, 1, MOST_ZOOM), x: clamp(x, 0, TOWN.width), y: clamp(y, 0, TOWN.height) }
}

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)
