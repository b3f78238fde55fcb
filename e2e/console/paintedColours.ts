import type { Locator } from '@playwright/test'

/**
 * Counts the pixels of an element that are painted in each of these colours. Edge pixels are mixtures, so a pixel counts for the
 * colour in whose direction it differs from the background. Pixels that hardly differ from the background are not counted.
 *
 * @param names custom properties of the page, such as `--green`
 */
export async function paintedColours<Name extends string>(
  element: Locator,
  names: readonly Name[],
): Promise<Record<Name, number>> {
  const png = (await element.screenshot()).toString('base64')
  const counts = await element.page().evaluate(countPixels, { png, names })
  return Object.fromEntries(names.map((name, index) => [name, counts[index]])) as Record<Name, number>
}

/** Runs in the page, which resolves custom properties in its colour scheme. */
async function countPixels({ png, names }: { png: string; names: readonly string[] }): Promise<number[]> {
  /** How far a colour must be from the background, on a scale of 441 from black to white, to count as painted. */
  const painted = 60
  const probe = document.body.appendChild(document.createElement('i'))
  const colours = names.map((name) => {
    probe.style.color = `var(${name})`
    return getComputedStyle(probe).color.match(/\d+/g)?.map(Number) ?? []
  })
  probe.remove()

  const bytes = Uint8Array.from(atob(png), (character) => character.charCodeAt(0))
  const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
  const context = new OffscreenCanvas(image.width, image.height).getContext('2d')
  context?.drawImage(image, 0, 0)
  const pixels = context?.getImageData(0, 0, image.width, image.height).data ?? []
  const fromGround = (colour: ArrayLike<number>) =>
    [0, 1, 2].map((channel) => (colour[channel] ?? 0) - (pixels[channel] ?? 0))
  const directions = colours.map(fromGround)

  const counts = colours.map(() => 0)
  for (let at = 0; at < pixels.length; at += 4) {
    const difference = fromGround(pixels.slice(at, at + 3))
    if (Math.hypot(...difference) < painted) continue
    const likeness = directions.map(
      (direction) =>
        direction.reduce((sum, part, channel) => sum + part * (difference[channel] ?? 0), 0) / Math.hypot(...direction),
    )
    const nearest = likeness.indexOf(Math.max(...likeness))
    counts[nearest] = (counts[nearest] ?? 0) + 1
  }
  return counts
}
