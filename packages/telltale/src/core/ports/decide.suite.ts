import { describe, expect, it } from 'vitest'
import type { Decide } from './platform.ts'

/** The contract of every `Decide`. `open` returns those of two pages of one browser. */
export function describeDecide(name: string, open: () => [Decide, Decide]): void {
  describe(name, () => {
    it('returns the choice of the first page to every page', async () => {
      const [one, two] = open()
      expect(await one('a', 'first')).toBe('first')
      expect(await two('a', 'second')).toBe('first')
      expect(await one('a', 'third')).toBe('first')
    })

    it('decides about each name by itself, whatever the name is', async () => {
      const [one, two] = open()
      const names = ['b', '', 'b:c', '__proto__', 'constructor', ' ', 'ü']
      for (const each of names) expect(await one(each, `of ${each}`)).toBe(`of ${each}`)
      for (const each of names) expect(await two(each, 'late')).toBe(`of ${each}`)
    })

    it('makes one choice when two pages ask at one moment, many times', async () => {
      const [one, two] = open()
      const names = Array.from({ length: 20 }, (_, index) => `d${index}`)
      const answers = await Promise.all(names.flatMap((each) => [one(each, 'one'), two(each, 'two')]))
      names.forEach((_, index) => expect(answers[2 * index]).toBe(answers[2 * index + 1]))
    })
  })
}
