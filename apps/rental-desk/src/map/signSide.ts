import type { Place } from '../data/place.ts'
import type { Box } from './labelsThatFit.ts'

/** A sign, in pixels, and how many of them a unit of the plane has. */
export interface Sign {
  readonly width: number
  readonly height: number
  readonly scale: number
}

/** From a place to the sign that stands or hangs there, in pixels. */
const FOOT = 8
/** Half of a site's dot, in pixels. */
const DOT = 10

/** A sign stands above its place, and hangs below where it would hide a dot above and none below. */
export function signSide(place: Place, dots: readonly Place[], { width, height, scale }: Sign): 'above' | 'below' {
  const hides = (direction: -1 | 1) =>
    dots.some((dot) => {
      const aside = Math.abs(dot.x - place.x) * scale
      const away = (dot.y - place.y) * scale * direction - FOOT
      return aside < width / 2 + DOT && away > -DOT && away < height + DOT
    })
  return hides(-1) && !hides(1) ? 'below' : 'above'
}

/** Where a sign is drawn. */
export function signBox({ x, y }: Place, side: 'above' | 'below', { width, height, scale }: Sign): Box {
  const [left, foot] = [x * scale - width / 2, y * scale]
  const top = side === 'above' ? foot - FOOT - height : foot + FOOT
  return { left, top, right: left + width, bottom: top + height }
}

/** Where a site's dot is drawn. */
export function dotBox({ x, y }: Place, scale: number): Box {
  return { left: x * scale - DOT, top: y * scale - DOT, right: x * scale + DOT, bottom: y * scale + DOT }
}

/** Where the name beside a site's dot is drawn. */
export function nameBox({ x, y }: Place, name: string, scale: number): Box {
  const left = x * scale + DOT
  return { left, top: y * scale - DOT, right: left + 20 + 6.6 * name.length, bottom: y * scale + DOT }
}

/** About as large as a yard's sign is drawn, in pixels: without the marks where it is narrow. */
export const signSize = (name: string, isNarrow: boolean) =>
  isNarrow ? { width: 19 + 6 * name.length, height: 26 } : { width: 16 + 6 * name.length, height: 34 }
