import type { AnyProviderEvent } from '@openfeature/web-sdk'
import { expect, it, onTestFinished } from 'vitest'
import { createEmitter } from './createEmitter.ts'

/** The process of Node.js. The types of the sources do not include it. */
declare const process: {
  listeners(event: string): ((error: unknown) => void)[]
  on(event: string, listener: (error: unknown) => void): void
  removeAllListeners(event: string): void
}

const [READY, STALE] = ['PROVIDER_READY', 'PROVIDER_STALE'] as AnyProviderEvent[] as [
  AnyProviderEvent,
  AnyProviderEvent,
]

it('calls the handlers of the event at once, and those that are removed no longer', () => {
  const emitter = createEmitter()
  const called: string[] = []
  const one = () => void called.push('one')
  const other = () => void called.push('other')
  emitter.addHandler(READY, one)
  emitter.addHandler(READY, other)
  emitter.addHandler(STALE, one)
  emitter.emit(READY)
  expect(called).toEqual(['one', 'other'])
  emitter.removeHandler(READY, one)
  emitter.emit(READY)
  emitter.emit(STALE)
  expect(called.splice(2)).toEqual(['other', 'one'])
  emitter.removeAllHandlers(READY)
  expect([emitter.getHandlers(READY), emitter.getHandlers(STALE)]).toEqual([[], [one]])
  emitter.removeAllHandlers()
  expect(emitter.getHandlers(STALE)).toEqual([])
})

it('a handler that throws is an uncaught error, and disturbs no other', async () => {
  const uncaught: unknown[] = []
  const others = process.listeners('unhandledRejection')
  process.removeAllListeners('unhandledRejection')
  process.on('unhandledRejection', (error) => uncaught.push(error))
  onTestFinished(() => {
    process.removeAllListeners('unhandledRejection')
    for (const other of others) process.on('unhandledRejection', other)
  })
  const emitter = createEmitter()
  const called: string[] = []
  emitter.addHandler(READY, () => {
    throw new Error('mine')
  })
  emitter.addHandler(READY, () => void called.push('other'))
  emitter.emit(READY)
  expect(called).toEqual(['other'])
  await expect.poll(() => uncaught).toEqual([new Error('mine')])
})
