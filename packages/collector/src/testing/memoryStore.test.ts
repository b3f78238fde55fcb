import { describe, expect, it } from 'vitest'
import { testPeople, testReader, testSink } from '../testing.ts'
import { memoryChecks } from './memoryChecks.ts'
import { memoryStore } from './memoryStore.ts'

describe('a store in memory', () => {
  for (const { name, run } of memoryChecks(memoryStore)) {
    it(name, run)
  }
})

describe('the checks', () => {
  it('have names that are unique', () => {
    const names = memoryChecks(memoryStore).map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
  })

  it('leave out those that need what the options do not have', () => {
    const create = async () => memoryStore()
    const names = [testSink, testReader, testPeople].flatMap((test) => test(create).map(({ name }) => name))
    expect(names).toContain('tells the outcome of each event in the order of the batch')
    expect(names.filter((name) => /two collectors|opened again/.test(name))).toEqual([])
  })
})
