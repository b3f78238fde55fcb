import { describe, expect, test } from 'vitest'
import { pushRounds } from './pushRounds.ts'

/** Pages that are pushed to, and what each was told in which order. */
function pagesOf(count: number) {
  const pages = Array.from({ length: count }, () => ({ has: 0, told: [] as number[] }))
  const it = { pages, newest: 0, rounds: 0, onPush: () => {} }
  const rounds = pushRounds<(typeof pages)[number]>({
    behind: () => pages.filter(({ has }) => has !== it.newest),
    round: () => {
      const news = it.newest
      it.rounds++
      return {
        push(page) {
          it.onPush()
          page.told.push(news)
          page.has = news
          // Some have to be waited for.
          return page === pages[0] ? Promise.resolve() : undefined
        },
        close: () => undefined,
      }
    },
  })
  return Object.assign(it, rounds)
}

describe('rounds', () => {
  test('tell all that changed while one was going together in the next', async () => {
    const it = pagesOf(3)
    it.newest = 1
    it.onPush = () => {
      it.onPush = () => undefined
      for (const version of [2, 3, 4]) {
        it.newest = version
        it.start()
      }
    }
    it.start()
    await expect
      .poll(() => it.pages.map(({ told }) => told))
      .toEqual([
        [1, 4],
        [1, 4],
        [1, 4],
      ])
    expect(it.rounds).toBe(2)
  })

  test('begin again after everybody had the newest', async () => {
    const it = pagesOf(1)
    for (const version of [1, 2]) {
      it.newest = version
      it.start()
      await expect.poll(() => it.pages[0]?.told.at(-1)).toBe(version)
    }
  })

  test('leave the process to others while they are long', async () => {
    const it = pagesOf(40)
    it.newest = 1
    /** How many were told when somebody else had a turn. */
    let told: number | undefined
    it.onPush = () => {
      for (const until = performance.now() + 1; performance.now() < until;);
    }
    it.start()
    setImmediate(() => (told = it.pages.filter(({ has }) => has === 1).length))
    await expect.poll(() => it.pages.at(-1)?.has).toBe(1)
    expect(told).toBeLessThan(40)
  })

  test('end with what they are at when they are stopped', async () => {
    const it = pagesOf(2)
    it.newest = 1
    it.onPush = () => it.stop()
    it.start()
    await expect.poll(() => it.pages[0]?.told).toEqual([1])
    it.newest = 2
    it.start()
    await new Promise((resolve) => setImmediate(resolve))
    expect(it.pages.map(({ told }) => told)).toEqual([[1], []])
  })
})
