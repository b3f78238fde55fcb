import { whenAborted } from '../core/lib/time.ts'
import type { Channel, Tabs } from '../core/ports/platform.ts'
import type { FakeDisk } from './fakeDisk.ts'

export interface FakeTabs extends Tabs {
  readonly channel: Channel
  /** Another tab has changed a value of the storage, and this one has got it. */
  hearStored(key: string): void
  /** Ends the tab: its locks are released and its tasks are aborted. */
  leave(): void
  /**
   * Fires the unload events on a tab that then stays open, as a download does: its locks are released and its tasks are
   * aborted.
   */
  almostLeave(): void
}

const held = new WeakMap<FakeDisk, Map<string, FakeTabs>>()
const heard = new WeakMap<FakeDisk, Set<{ tabs: FakeTabs; name: string; onMessage(message: string): void }>>()

/** Tabs that share a disk belong to one browser. */
export function fakeTabs(disk: FakeDisk): FakeTabs {
  const locks = held.get(disk) ?? new Map<string, FakeTabs>()
  held.set(disk, locks)
  const listeners = heard.get(disk) ?? new Set()
  heard.set(disk, listeners)
  const watchers = new Set<{ prefix: string; listener: () => void }>()
  const page = new AbortController()
  /** Functions that abort the running tasks. */
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
    running: async () => [...locks.keys()],
    onStored(prefix, listener) {
      const own = { prefix, listener }
      watchers.add(own)
      return () => void watchers.delete(own)
    },
    hearStored(key) {
      for (const { prefix, listener } of [...watchers]) if (key.startsWith(prefix)) listener()
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
      watchers.clear()
      page.abort()
    },
  }
  return tabs
}
