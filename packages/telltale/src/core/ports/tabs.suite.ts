import { describe, expect, it } from 'vitest'
import type { Tabs } from './platform.ts'

/** The contract of every `Tabs`. `open` returns two tabs of one browser. */
export function describeTabs(name: string, open: () => [Tabs, Tabs]): void {
  const never = new AbortController().signal

  describe(name, () => {
    it('runs a task, and returns true when it has ended', async () => {
      const [one] = open()
      let hasRun = false
      expect(await one.whileAlone('a', never, async () => void (hasRun = true))).toBe(true)
      expect(hasRun).toBe(true)
    })

    it('runs one task of a name at a time, and a task of another name at the same time', async () => {
      const [one, two] = open()
      let end = () => {}
      const started = new Promise<void>((hasStarted) => {
        void one.whileAlone('b', never, () => {
          hasStarted()
          return new Promise((resolve) => (end = resolve))
        })
      })
      await started
      expect(await two.whileAlone('b', never, async () => {})).toBe(false)
      expect(await one.whileAlone('b', never, async () => {})).toBe(false)
      expect(await two.whileAlone('c', never, async () => {})).toBe(true)
      end()
      await expect.poll(() => two.whileAlone('b', never, async () => {})).toBe(true)
    })

    it('aborts the signal of the task when the signal of the caller aborts', async () => {
      const [one] = open()
      const caller = new AbortController()
      const ended = one.whileAlone('d', caller.signal, async (signal) => {
        caller.abort()
        await new Promise<void>((resolve) =>
          signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve()),
        )
      })
      expect(await ended).toBe(true)
    })

    it('says whether a tab runs a task of a name', async () => {
      const [one, two] = open()
      expect(await one.isFree('e')).toBe(true)
      let end = () => {}
      const started = new Promise<void>((hasStarted) => {
        void one.whileAlone('e', never, () => {
          hasStarted()
          return new Promise((resolve) => (end = resolve))
        })
      })
      await started
      expect([await one.isFree('e'), await two.isFree('e'), await two.isFree('f')]).toEqual([false, false, true])
      end()
      await expect.poll(() => two.isFree('e')).toBe(true)
    })
  })
}
