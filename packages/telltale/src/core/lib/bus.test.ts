import { expect, test } from 'vitest'
import { createBus } from './bus.ts'

interface Topics {
  weather: { degrees: number }
  news: string
}

test('a message reaches those who listen to its topic, until they stop', () => {
  const bus = createBus<Topics>()
  const heard: unknown[] = []
  const stop = bus.on('weather', ({ degrees }) => heard.push(degrees))
  bus.on('news', (text) => heard.push(text))
  bus.publish('weather', { degrees: 7 })
  stop()
  bus.publish('weather', { degrees: 8 })
  bus.publish('news', 'spring')
  expect(heard).toEqual([7, 'spring'])
})

test('a topic is heard while somebody listens to it', () => {
  const bus = createBus<Topics>()
  expect(bus.isHeard('news')).toBe(false)
  const stop = bus.on('news', () => {})
  expect([bus.isHeard('news'), bus.isHeard('weather')]).toEqual([true, false])
  stop()
  expect(bus.isHeard('news')).toBe(false)
})
