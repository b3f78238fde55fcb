import type { Tabs } from '../core/ports/tabs.ts'
import type { FakeDisk } from './fakeDisk.ts'

export interface FakeTabs extends Tabs {
  /** The tab's page is gone: it holds nothing any more, and its tasks are told to end. */
  leave(): void
}

const held = new WeakMap<FakeDisk, Map<string, FakeTabs>>()

/** Tabs of one browser are those that share a disk. */
export function fakeTabs(disk: FakeDisk): FakeTabs {
  const locks = held.get(disk) ?? new Map<string, FakeTabs>()
  held.set(disk, locks)
  const page = new AbortController()

  const tabs: FakeTabs = {
    async whileAlone(name, signal, task) {
      if (locks.has(name) || page.signal.aborted) return false
      locks.set(name, tabs)
      const ending = new AbortController()
      for (const end of [signal, page.signal]) end.addEventListener('abort', () => ending.abort())
      if (signal.aborted) ending.abort()
      await task(ending.signal)
      if (locks.get(name) === tabs) locks.delete(name)
      return true
    },
    leave() {
      for (const [name, owner] of [...locks]) if (owner === tabs) locks.delete(name)
      page.abort()
    },
  }
  return tabs
}
