import type { Place } from '../data/place.ts'
import type { Box } from './labelsThatFit.ts'

/** What part of the plane is seen: the point in the middle, and how much closer than the whole town. */
export interface Camera extends Place {
  readonly zoom: number
}

/** Of the panel, in pixels. */
export interface Size {
  readonly width: number
  readonly height: number
}

/** The built-up part of the plane. */
const TOWN = { width: 1200, height: 420 }
/** Kept free around the town, in pixels, so that no marker is cut off. */
const MARGIN = { x: 36, y: 26 }
const MOST_ZOOM = 4

/** The whole town. */
export const wholeTown: Camera = { zoom: 1, x: TOWN.width / 2, y: TOWN.height / 2 }

/** Pixels for one unit of the plane. */
export function scaleOf({ zoom }: Camera, { width, height }: Size): number {
  const wide = (width - 2 * MARGIN.x) / TOWN.width
  const high = (height - 2 * MARGIN.y) / TOWN.height
  return Math.max(Math.min(wide, high), 0.05) * zoom
}

/** Where a place lies in the panel, in pixels from its corner. */
export function project(camera: Camera, size: Size, place: Place): { left: number; top: number } {
  const scale = scaleOf(camera, size)
  return { left: size.width / 2 + (place.x - camera.x) * scale, top: size.height / 2 + (place.y - camera.y) * scale }
}

/** Whether the middle of a box, in pixels from the origin of the plane, is in the panel. */
export function isSeen(camera: Camera, size: Size, box: Box): boolean {
  const corner = project(camera, size, { x: 0, y: 0 })
  const [x, y] = [corner.left + (box.left + box.right) / 2, corner.top + (box.top + box.bottom) / 2]
  return x >= 0 && x <= size.width && y >= 0 && y <= size.height
}

export function zoomBy(camera: Camera, factor: number): Camera {
  return inBounds({ ...camera, zoom: camera.zoom * factor })
}

/** The plane moved under the panel by so many pixels. */
export function panBy(camera: Camera, size: Size, by: { left: number; top: number }): Camera {
  const scale = scaleOf(camera, size)
  return inBounds({ ...camera, x: camera.x - by.left / scale, y: camera.y - by.top / scale })
}

/** Close enough to see all of these places, and no closer than one wants. */
export function cameraOn(places: readonly Place[]): Camera {
  if (places.length === 0) return wholeTown
  const xs = places.map(({ x }) => x)
  const ys = places.map(({ y }) => y)
  const width = Math.max(...xs) - Math.min(...xs)
  const height = Math.max(...ys) - Math.min(...ys)
  const zoom = Math.min(TOWN.width / (width + 360), TOWN.height / (height + 130))
  return inBounds({ zoom, x: Math.min(...xs) + width / 2, y: Math.min(...ys) + height / 2 })
}

/** The middle stays over the town; there is nothing to see further out. */
function inBounds({ zoom, x, y }: Camera): Camera {
  return { zoom: clamp(zoom, 1, MOST_ZOOM), x: clamp(x, 0, TOWN.width), y: clamp(y, 0, TOWN.height) }
}

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)
