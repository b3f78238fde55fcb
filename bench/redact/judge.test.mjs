import { describe, expect, it } from 'vitest'
import { judge } from './judge.mjs'
import { makeCorpus } from './makeCorpus.mjs'

const corpus = makeCorpus()

describe('a function', () => {
  it('that does nothing misses each secret and damages nothing', () => {
    for (const seed of [1, 2, 3]) {
      const { recall, precision, damaged, missed } = judge((text) => text, makeCorpus(seed))
      expect({ recall, precision, damaged }).toEqual({ recall: 0, precision: 1, damaged: 0 })
      expect(missed.length).toBeGreaterThan(2500)
    }
  })

  it('that returns an empty text misses no secret and damages everything', () => {
    const { recall, precision, damaged, missed, halves, wrong } = judge(() => '', corpus)
    expect({ recall, precision, damaged, missed, halves }).toEqual({
      recall: 1,
      precision: 0.5,
      damaged: 1,
      missed: [],
      halves: [],
    })
    expect(wrong).toHaveLength(2500)
  })

  it('that replaces the secrets and nothing else is ideal', () => {
    const { missed, halves, wrong, ...shares } = judge(ideal, corpus)
    expect({ missed, halves, wrong }).toEqual({ missed: [], halves: [], wrong: [] })
    expect(shares).toEqual({ recall: 1, precision: 1, damaged: 0 })
  })
})

describe('a secret', () => {
  const entry = {
    text: 'Card 4111 1111 1111 1111, thanks',
    secrets: ['4111 1111 1111 1111'],
    kind: 'card',
    language: 'en',
  }

  it.each([
    ['as it is written', 'Card 4111 1111 1111 1111, thanks'],
    ['without its spaces', 'Card 4111111111111111, thanks'],
    ['with other separators', 'Card 4111-1111.1111-1111, thanks'],
    ['encoded', 'Card%204111%201111%201111%201111, thanks'],
    ['encoded three times', 'Card%2525204111%2525201111%2525201111%2525201111, thanks'],
    ['encoded as in a form', 'Card+4111+1111+1111+1111,+thanks'],
  ])('is missed %s', (_name, output) => {
    const { recall, missed } = judge(() => output, [entry])
    expect(recall).toBe(0)
    expect(missed).toEqual([{ ...entry, secret: '4111 1111 1111 1111', output }])
  })

  it('is missed in other letters', () => {
    const mail = { text: 'Anna@Example.com', secrets: ['Anna@Example.com'], kind: 'email', language: 'en' }
    expect(judge((text) => text.toLowerCase(), [mail]).recall).toBe(0)
  })

  it('of which more than a half is left is gone, and listed', () => {
    const { recall, halves } = judge(() => 'Card 4111 1111 1111, thanks', [entry])
    expect(recall).toBe(1)
    expect(halves).toEqual([{ ...entry, secret: '4111 1111 1111 1111', output: 'Card 4111 1111 1111, thanks' }])
  })
})

it('damage is the share of the other words that are gone, each as often as it stood there', () => {
  const entry = { text: 'one one two Tiger2024 three', secrets: ['Tiger2024'], kind: 'named', language: 'en' }
  expect(judge(() => 'one two [redacted] three', [entry]).damaged).toBe(0.25)
  expect(judge(() => 'three two one one', [entry]).damaged).toBe(0)
})

it('a text without secrets is wrong when it is changed', () => {
  const entry = { text: 'Order 12', secrets: [], kind: 'order', language: 'en' }
  expect(judge(() => 'Order', [entry])).toMatchObject({ precision: 0, wrong: [{ ...entry, output: 'Order' }] })
  expect(judge((text) => text, [entry])).toMatchObject({ precision: 1, wrong: [] })
})

/** Replaces what the corpus says is a secret, in each way in which a text can spell it. @param {string} text */
function ideal(text) {
  let cleaned = text
  for (const secret of secretsOf.get(text) ?? []) {
    for (const spelling of spellingsOf(secret)) cleaned = cleaned.replaceAll(spelling, '[redacted]')
  }
  return cleaned
}

const secretsOf = new Map(corpus.map(({ text, secrets }) => [text, secrets]))

/** @param {string} secret */
function spellingsOf(secret) {
  const json = JSON.stringify(secret).slice(1, -1)
  let spellings = [secret, secret.replace('@', '%40'), json, JSON.stringify(json).slice(1, -1)]
  spellings = [...spellings, ...spellings.map((spelling) => new URLSearchParams({ spelling }).toString().slice(9))]
  for (let layer = 0; layer < 3; layer += 1) {
    const encoded = spellings.map(encodeURIComponent)
    const small = encoded.map((spelling) => spelling.replaceAll(/%[\dA-F]{2}/g, (code) => code.toLowerCase()))
    spellings = [...new Set([...spellings, ...encoded, ...small])]
  }
  return spellings
}
