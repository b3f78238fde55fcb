import type { Place } from '../data/place.ts'
import { overlap, type Box } from './labelsThatFit.ts'

/** A sign, in pixels, and how many of them a unit of the plane has. */
export interface Sign {
  readonly width: number
  readonly height: number
  readonly scale: number
}

/** From a place to the sign that stands or hangs there, in pixels. */
const FOOT = 8
/** From the nearer end of a sign to its post, in pixels. */
const POST = 14
/** Half of a site's dot, in pixels. */
const DOT = 10

/** Where a sign is, seen from its place: its post is in its middle, or near the end that is opposite of `left` or `right`. */
export type SignSide = 'above' | 'below' | `${'above' | 'below'} ${'left' | 'right'}`

/** The first choice comes first. */
const SIDES: readonly SignSide[] = ['above', 'below', 'above right', 'above left', 'below right', 'below left']

/** The first side on which a sign hides no dot. */
export function signSide(place: Place, dots: readonly Place[], sign: Sign): SignSide {
  const hides = (side: SignSide) => {
    const box = signBox(place, side, sign)
    return dots.some((dot) => overlap(box, dotBox(dot, sign.scale)))
  }
  return SIDES.find((side) => !hides(side)) ?? 'above'
}

/** Where a sign is drawn. */
export function signBox({ x, y }: Place, side: SignSide, { width, height, scale }: Sign): Box {
  const foot = y * scale
  const before = side.endsWith('right') ? POST : side.endsWith('left') ? width - POST : width / 2
  const left = x * scale - before
  const top = side.startsWith('above') ? foot - FOOT - height : foot + FOOT
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
