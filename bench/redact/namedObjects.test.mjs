import { expect, it } from 'vitest'
import { judgeNamed, makeNamedObjects } from './namedObjects.mjs'

const objects = makeNamedObjects()
const all = objects.flatMap(({ properties }) => properties)

it('the objects are the same for the same seed, and others for another', () => {
  expect(makeNamedObjects(1)).toEqual(objects)
  expect(makeNamedObjects(2)).not.toEqual(objects)
})

it('half of the properties are guilty, and ambiguous names are on both sides', () => {
  const guilty = all.filter(({ isGuilty }) => isGuilty)
  expect(guilty.length / all.length).toBeGreaterThan(0.4)
  expect(guilty.length / all.length).toBeLessThan(0.6)
  for (const name of ['pin', 'auth', 'cookie', 'signature', 'session_id'])
    expect.soft(new Set(all.filter((one) => one.name === name).map(({ isGuilty }) => isGuilty)).size, name).toBe(2)
})

it('a function that does nothing misses each secret, and one that removes everything is half wrong', () => {
  expect(judgeNamed((value) => value, objects)).toMatchObject({ recall: 0, precision: NaN, wrong: [] })
  const { recall, precision } = judgeNamed((value) => ('form' in value ? { form: [{}] } : {}), objects)
  expect(recall).toBe(1)
  expect(precision).toBeLessThan(0.6)
})

it('an ideal function is ideal', () => {
  const keyOf = (/** @type {string} */ name, /** @type {unknown} */ value) => `${name} ${JSON.stringify(value)}`
  const guilty = new Set(all.filter(({ isGuilty }) => isGuilty).map(({ name, value }) => keyOf(name, value)))
  /** @param {object} one */
  const ideal = (one) =>
    Object.fromEntries(Object.entries(one).map(([name, value]) => [name, guilty.has(keyOf(name, value)) ? '' : value]))
  expect(
    judgeNamed(
      (value) => ('form' in value ? { form: /** @type {object[]} */ (value.form).map(ideal) } : ideal(value)),
      objects,
    ),
  ).toEqual({ recall: 1, precision: 1, missed: [], wrong: [] })
})
