import { expect, test } from 'vitest'
import { unlessEnding } from './unlessEnding.ts'

const started = () => {
  const ending = new AbortController()
  const put: string[] = []
  const needs = { signal: ending.signal, late: async (one: string) => void put.push(one) }
  return { ending, put, needs }
}

test('without the signal, it is the work', async () => {
  const { needs } = started()
  expect(await unlessEnding(Promise.resolve('store'), needs)).toBe('store')
  await expect(unlessEnding(Promise.reject(new Error('wrong')), needs)).rejects.toThrow('wrong')
})

test('after the signal, what is opened late is put away', async () => {
  const { ending, put, needs } = started()
  let open = (_: string) => undefined as void
  const opened = unlessEnding(new Promise<string>((resolve) => (open = resolve)), needs)
  ending.abort('SIGTERM')
  open('store')
  expect([await opened, put]).toEqual([undefined, ['store']])
})

test('after the signal, an error of the work is none', async () => {
  const { ending, put, needs } = started()
  ending.abort('SIGTERM')
  expect([await unlessEnding(Promise.reject(new Error('told to end')), needs), put]).toEqual([undefined, []])
})
