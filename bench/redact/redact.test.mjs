import { fileURLToPath } from 'node:url'
import { createJiti } from 'jiti'
import { describe, expect, it } from 'vitest'
import { HOSTILE } from './hostile.mjs'
import { judge } from './judge.mjs'
import { makeCorpus } from './makeCorpus.mjs'
import { judgeNamed, makeNamedObjects } from './namedObjects.mjs'

/** @typedef {typeof import('../../packages/telltale/src/redact.ts')} Redact */

const source = fileURLToPath(new URL('../../packages/telltale/src/redact.ts', import.meta.url))
const { redactor } = /** @type {Redact} */ (await createJiti(import.meta.url).import(source))
const clean = redactor()

describe('redact', () => {
  it.each([1, 2])('finds 99 of 100 secrets, and 99 of 100 texts that it changes have one: corpus %d', (seed) => {
    const { recall, precision, damaged } = judge((text) => clean(text), makeCorpus(seed))
    expect(recall).toBeGreaterThanOrEqual(0.99)
    expect(precision).toBeGreaterThanOrEqual(0.99)
    expect(damaged).toBeLessThan(0.05)
  })

  it.each([1, 2])('finds as much below names, and takes as little for a secret: objects %d', (seed) => {
    const { recall, precision } = judgeNamed((value) => clean(/** @type {never} */ (value)), makeNamedObjects(seed))
    expect(recall).toBeGreaterThanOrEqual(0.99)
    expect(precision).toBeGreaterThanOrEqual(0.99)
  })

  it.each(HOSTILE.map(({ name, value }) => [name, value]))('returns what JSON can hold: %s', (_name, value) => {
    const shown = clean(/** @type {never} */ (value))
    expect(JSON.parse(JSON.stringify(shown ?? null))).toBeDefined()
  })
})
