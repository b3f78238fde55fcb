import { describe, expect, it } from 'vitest'
import type { Clock } from './platform.ts'

/** The contract of every clock. `pass` lets at least this many milliseconds pass. */
export function describeClock(name: string, open: () => { clock: Clock; pass(ms: number): Promise<unknown> }): void {
  describe(name, () => {
    it('advances', async () => {
      const { clock, pass } = open()
      const before = clock.now()
      await pass(20)
      expect(clock.now()).toBeGreaterThan(before)
    })

    it('runs tasks once, in the order of their times', async () => {
      const { clock, pass } = open()
      const ran: string[] = []
      clock.after(30, () => ran.push('later'))
      clock.after(0, () => ran.push('soon'))
      expect(ran).toEqual([])
      await pass(100)
      await pass(100)
      expect(ran).toEqual(['soon', 'later'])
    })

    it('does not run a cancelled task, and ignores a cancellation after the run', async () => {
      const { clock, pass } = open()
      const ran: string[] = []
      const cancel = clock.after(10, () => ran.push('cancelled'))
      const cancelLate = clock.after(10, () => ran.push('ran'))
      cancel()
      cancel()
      await pass(100)
      cancelLate()
      expect(ran).toEqual(['ran'])
    })

    it.each([2 ** 31, 2 ** 40, Number.MAX_SAFE_INTEGER, Infinity])('does not run a task of %d ms early', async (ms) => {
      const { clock, pass } = open()
      const ran: string[] = []
      const cancel = clock.after(ms, () => ran.push('ran'))
      await pass(100)
      cancel()
      expect(ran).toEqual([])
    })
  })
}
