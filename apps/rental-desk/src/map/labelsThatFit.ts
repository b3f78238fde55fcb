import type { CoastMaps } from './mapService.ts'

/** A box in pixels from the origin of the plane. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

type Label = CoastMaps['labels'][number]

/** As in the style sheet: height in units of the plane, minimum height in pixels, and width of a letter relative to its height. */
const SIZES: Readonly<Record<string, { units: number; least: number; letter: number }>> = {
  town: { units: 24, least: 13, letter: 0.66 },
  sea: { units: 21, least: 11.5, letter: 0.64 },
}
const OTHERS = { units: 19, least: 11.5, letter: 0.58 }
/** The kinds of labels by priority. Of two labels that overlap, only the earlier kind is kept. */
const ORDER = ['town', 'sea', 'place', 'water']
/** Minimum distance between two boxes, in pixels. */
const BETWEEN = 3

/** The texts of the labels that overlap neither each other nor the covered boxes. */
export function labelsThatFit(labels: readonly Label[], covered: readonly Box[], scale: number): readonly string[] {
  const taken = [...covered]
  const rankOf = ({ kind }: Label) => (ORDER.indexOf(kind) + ORDER.length + 1) % (ORDER.length + 1)
  const inOrder = [...labels].sort((a, b) => rankOf(a) - rankOf(b))
  return inOrder
    .filter((label) => {
      const box = labelBox(label, scale)
      const isFree = taken.every((other) => !overlap(box, other, BETWEEN))
      if (isFree) taken.push(box)
      return isFree
    })
    .map(({ text }) => text)
}

function labelBox({ kind, text, x, y }: Label, scale: number): Box {
  const { units, least, letter } = SIZES[kind] ?? OTHERS
  const height = Math.max(units * scale, least)
  const half = (text.length * letter * height) / 2
  return { left: x * scale - half, right: x * scale + half, top: y * scale - height, bottom: y * scale + height / 4 }
}

/** Whether two boxes are less than `between` pixels apart. */
export function overlap(one: Box, other: Box, between = 0): boolean {
  return (
    one.left < other.right + between &&
    other.left < one.right + between &&
    one.top < other.bottom + between &&
    other.top < one.bottom + between
  )
}
