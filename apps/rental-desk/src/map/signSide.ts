import type { Place } from '../data/place.ts'
import { overlap, type Box } from './labelsThatFit.ts'

/** The size of a sign in pixels, and the number of pixels per unit of the plane. */
export interface Sign {
  readonly width: number
  readonly height: number
  readonly scale: number
}

/** The distance between a place and its sign, in pixels. */
const FOOT = 8
/** The distance between the post and the nearer end of a sign, in pixels. */
const POST = 14
/** The radius of a site's dot, in pixels. */
const DOT = 10

/** The side of its place on which a sign is drawn. Its post is in the middle, or near the end opposite to `left` or `right`. */
export type SignSide = 'above' | 'below' | `${'above' | 'below'} ${'left' | 'right'}`

/** In order of preference. */
const SIDES: readonly SignSide[] = ['above', 'below', 'above right', 'above left', 'below right', 'below left']

/** The first side on which a sign hides no dot; `above` if it hides a dot on every side. */
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

/** The approximate size of a yard's sign, in pixels. On a narrow screen, the sign has no marks. */
export const signSize = (name: string, isNarrow: boolean) =>
  isNarrow ? { width: 19 + 6 * name.length, height: 26 } : { width: 16 + 6 * name.length, height: 34 }
