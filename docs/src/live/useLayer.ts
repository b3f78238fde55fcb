import { useEffect, useState } from 'react'
import type { Observer } from 'telltale'
import { createTestTelltale, type TestTelltale, type TestTelltaleOptions } from 'telltale/testing'
import { nextLives, type Life } from './lives.ts'

/** How often the clock of the layer is moved on, in milliseconds. */
const TICK_MS = 100

/** A layer on the platform of the test kit, which keeps up with the time, and the lives of its events. */
export interface Layer {
  readonly telltale: TestTelltale
  readonly lives: readonly Life[]
}

/**
 * @param options of the layer; read once
 * @param isOpen whether the page of the layer is open
 */
export function useLayer(options: TestTelltaleOptions, isOpen = true): Layer {
  const [lives, setLives] = useState<readonly Life[]>([])
  const [telltale] = useState(() => {
    const observer: Observer = {
      name: 'lives',
      start: ({ on }) => on('progress', (progress) => setLives((before) => nextLives(before, progress))),
    }
    const observers = [observer]
    return createTestTelltale({ ...options, settings: { app: 'Live', ...options.settings, observers } })
  })

  useEffect(() => {
    if (!isOpen) return
    let advanced = Promise.resolve()
    const timer = setInterval(() => (advanced = advanced.then(() => telltale.advance(TICK_MS))), TICK_MS)
    return () => clearInterval(timer)
  }, [telltale, isOpen])

  return { telltale, lives }
}
