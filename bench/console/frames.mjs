/**
 * The milliseconds of each frame while works are done at their times.
 *
 * @param {import('@playwright/test').Page} page
 * @param {readonly { do: () => Promise<void>, everyMs: number }[]} works
 * @param {number} phaseMs
 * @returns {Promise<readonly number[]>} in order of length
 */
export async function framesDuring(page, works, phaseMs) {
  await page.evaluate(() => {
    const frames = /** @type {number[]} */ ([])
    let before = performance.now()
    const next = (/** @type {number} */ now) => {
      frames.push(now - before)
      before = now
      if (!Object.hasOwn(window, 'endFrames')) requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
    Object.assign(window, { frames })
  })
  const until = performance.now() + phaseMs
  await Promise.all(
    works.map(async (work) => {
      for (let due = performance.now(); due < until; due = Math.max(due + work.everyMs, performance.now())) {
        await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())))
        await work.do()
      }
    }),
  )
  const frames = await page.evaluate(() => {
    const measured = /** @type {{ frames: number[] }} */ (/** @type {unknown} */ (window)).frames
    Object.assign(window, { endFrames: true })
    return new Promise((resolve) =>
      setTimeout(() => {
        Reflect.deleteProperty(window, 'endFrames')
        resolve(measured)
      }, 100),
    )
  })
  return /** @type {number[]} */ (frames).sort((a, b) => a - b)
}

/** @param {readonly number[]} sorted @param {number} part */
export const quantile = (sorted, part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
