import { whenAborted } from '../core/lib/whenAborted.ts'
import type { Channel } from '../core/ports/channel.ts'
import type { Tabs } from '../core/ports/tabs.ts'
import type { FakeDisk } from './fakeDisk.ts'

export interface FakeTabs extends Tabs {
  readonly channel: Channel
  /** The tab's page is gone: it holds nothing any more, and its tasks are told to end. */
  leave(): void
  /** The page is about to be left, and stays, as after a download: it lets go of what it holds, and its tasks are told to end. */
  almostLeave(): void
}

const held = new WeakMap<FakeDisk, Map<string, FakeTabs>>()
const heard = new WeakMap<FakeDisk, Set<{ tabs: FakeTabs; name: string; onMessage(message: string): void }>>()

/** Tabs of one browser are those that share a disk. */
export function fakeTabs(disk: FakeDisk): FakeTabs {
  const locks = held.get(disk) ?? new Map<string, FakeTabs>()
  held.set(disk, locks)
  const listeners = heard.get(disk) ?? new Set()
  heard.set(disk, listeners)
  const page = new AbortController()
  /** What ends the tasks that are running. */
  const running = new Set<() => void>()

  const tabs: FakeTabs = {
    async whileAlone(name, signal, task) {
      if (locks.has(name) || page.signal.aborted) return false
      locks.set(name, tabs)
      const ending = new AbortController()
      const end = () => ending.abort()
      for (const early of [signal, page.signal]) early.addEventListener('abort', end)
      if (signal.aborted) end()
      running.add(end)
      await Promise.race([task(ending.signal), whenAborted(ending.signal)])
      running.delete(end)
      for (const early of [signal, page.signal]) early.removeEventListener('abort', end)
      if (locks.get(name) === tabs) locks.delete(name)
      return true
    },
    channel(name, { onMessage }, signal) {
      const own = { tabs, name, onMessage }
      listeners.add(own)
      signal.addEventListener('abort', () => void listeners.delete(own))
      return (message) => {
        if (page.signal.aborted) return
        const others = [...listeners].filter((other) => other !== own && other.name === name)
        void Promise.resolve().then(() => others.forEach((other) => listeners.has(other) && other.onMessage(message)))
      }
    },
    almostLeave() {
      for (const end of running) end()
    },
    leave() {
      for (const [name, owner] of [...locks]) if (owner === tabs) locks.delete(name)
      for (const listener of listeners) if (listener.tabs === tabs) listeners.delete(listener)
      page.abort()
    },
  }
  return tabs
}
