import type { Tabs } from '../core/ports/tabs.ts'
import type { FakeDisk } from './fakeDisk.ts'

const held = new WeakMap<FakeDisk, Set<string>>()

/** Tabs of one browser are those that share a disk. */
export function fakeTabs(disk: FakeDisk): Tabs {
  const locks = held.get(disk) ?? new Set()
  held.set(disk, locks)
  return {
    async whileAlone(name, signal, task) {
      if (locks.has(name)) return false
      locks.add(name)
      await task(signal)
      locks.delete(name)
      return true
    },
  }
}
