import { expect, vi } from 'vitest'

/** That a machine is busy with other suites is no failure: these tests say what happens, not how soon. */
export function bePatient(): void {
  vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 })
}

/** Waits until what is read is as expected. */
export const eventually: typeof expect.poll = (read, options) => expect.poll(read, { timeout: 15_000, ...options })
