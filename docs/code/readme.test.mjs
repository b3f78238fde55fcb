import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../../scripts/ensureInstalled.mjs'
import { deliveryScores } from '../src/data/deliveryScores.ts'
import { sectionOf } from '../src/data/sectionOf.ts'

/** @param {string} path */
const read = (path) => readFileSync(join(root, path), 'utf8')
const readme = read('README.md')
const results = read('bench/RESULTS.md')

/** Without code, pictures and addresses. */
const prose = readme
  .replace(/```.*?```/gs, '')
  .replace(/<[^>]*>/g, '')
  .replace(/\]\([^)]*\)/g, ']')

describe('README', () => {
  test('is a screen and a half', () => {
    const lines = readme.trimEnd().split('\n')
    expect(lines.length).toBeLessThanOrEqual(70)
    expect(lines.filter((line) => line.length > 120)).toEqual([])
    expect(readme.split(/\s+/).length).toBeLessThanOrEqual(550)
  })

  test('has no sentence of more than 30 words', () => {
    const sentences = prose.split(/[.:;?!](?=\s)|\n\n|\n- |·/).map((one) => one.trim().split(/\s+/))
    expect(sentences.filter((words) => words.length > 30).map((words) => words.join(' '))).toEqual([])
  })

  test('has the sizes that were measured', () => {
    const [, first, , all] =
      /\| \*\*Telltale\*\*: layer, flags, collector and React hooks \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \|/.exec(
        sectionOf(results, 'sizes'),
      ) ?? []
    expect(prose).toContain(`loads ${first} kB before its first paint, and ${all} kB in all`)
  })

  test('has the scenarios that were measured', () => {
    const scores = deliveryScores(sectionOf(results, 'delivery'))
    const own = scores.find(({ library }) => library.startsWith('Telltale'))
    const others = scores.filter((one) => one !== own)
    expect(own).toMatchObject({ passed: 10, scenarios: 10 })
    // Some were measured with two of their queues: `Segment, standard` and `Segment, batching`.
    expect(new Set(others.map(({ library }) => library.replace(/,.*/, ''))).size).toBe(6)
    expect(Math.max(...others.map(({ passed }) => passed))).toBe(9)
    expect(prose.replace(/\s+/g, ' ')).toMatch(
      /in all ten scenarios and three engines; of six other products, none passes more than nine/,
    )
  })

  test('says what was lost when the whole browser was killed', () => {
    const kill = sectionOf(results, 'kill')
    const [, tracked, lost] = /\| the whole browser \| \d+ \| (\d+) \| \d+ \| \d+ \| (\d+) \|/.exec(kill) ?? []
    const [, ms] = /goes back (\d+) ms at most/.exec(kill) ?? []
    expect(prose.replace(/\s+/g, ' ')).toContain(`${lost} of ${tracked} events were lost: those of its last ${ms} ms`)
  })

  test('links to what is there', () => {
    const links = [...readme.matchAll(/\]\(([^)#]+)[^)]*\)|(?:src|srcset)="([^"]+)"/g)].map(
      ([, link, picture]) => link ?? picture ?? '',
    )
    expect(links.filter((link) => !existsSync(join(root, link)))).toEqual([])
  })
})
