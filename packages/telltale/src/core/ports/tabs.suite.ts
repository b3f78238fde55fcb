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

    it('names the tasks that tabs are running', async () => {
      const [one, two] = open()
      expect(await one.running()).not.toContain('e')
      let end = () => {}
      const started = new Promise<void>((hasStarted) => {
        void one.whileAlone('e', never, () => {
          hasStarted()
          return new Promise((resolve) => (end = resolve))
        })
      })
      await started
      for (const tabs of [one, two]) {
        expect(await tabs.running()).toContain('e')
        expect(await tabs.running()).not.toContain('f')
      }
      end()
      await expect.poll(() => two.running()).not.toContain('e')
    })
  })
}
