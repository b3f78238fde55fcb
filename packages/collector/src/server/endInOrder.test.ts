import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { endInOrder } from './endInOrder.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function recorded() {
  const log: string[] = []
  return {
    log,
    write: (level: string, message: string, { name, reason }: Readonly<Record<string, unknown>> = {}) =>
      void log.push([level, message, name, reason].filter(Boolean).join(' ')),
    started: (name: string, end: () => Promise<void> | undefined = async () => undefined) => ({
      name,
      end() {
        log.push(name)
        return end()
      },
    }),
  }
}

it('ends one after another', async () => {
  const { log, write, started } = recorded()
  let release = () => {}
  const first = started('server', () => new Promise((resolve) => (release = resolve)))
  const ended = endInOrder([first, started('outlet', () => undefined), started('store')], write)
  await vi.advanceTimersByTimeAsync(1)
  expect(log).toEqual(['server'])
  release()
  expect(await ended).toBe(true)
  expect(log).toEqual(['server', 'outlet', 'store'])
  expect(vi.getTimerCount()).toBe(0)
})

it('ends the others when one cannot be ended, and says so', async () => {
  const { log, write, started } = recorded()
  const broken = started('outlet', () => Promise.reject(new Error('The disk is full.')))
  const odd = started('server', () => {
    throw new Error('It is not running.')
  })
  expect(await endInOrder([odd, broken, started('store')], write)).toBe(false)
  expect(log).toEqual([
    'server',
    'error Something could not be ended. server It is not running.',
    'outlet',
    'error Something could not be ended. outlet The disk is full.',
    'store',
  ])
})

it('goes on when one waits for the next', async () => {
  const { log, write, started } = recorded()
  const hanging = started('outlet', () => new Promise(() => undefined))
  const ended = endInOrder([hanging, started('store')], write)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await ended).toBe(false)
  expect(log).toEqual(['outlet', 'error Something takes too long to end. outlet', 'store'])
})
