import type { Place } from '../data/place.ts'

/** A sign, in pixels, and how many of them a unit of the plane has. */
interface Sign {
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
