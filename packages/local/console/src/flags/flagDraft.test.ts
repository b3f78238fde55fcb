import { describe, expect, test } from 'vitest'
import { completeFlag, type ServerFlag } from '../../../src/flags/serverFlag.ts'
import { newDraft, nextDraft, type DraftInput } from './flagDraft.ts'

const flag = (more: Partial<ServerFlag> = {}) => completeFlag('f', { variations: [true, false], ...more })
const edited = flag({ offVariation: 1 })
const problems = [{ path: 'offVariation', message: 'It is not there.' }]

function after(...inputs: DraftInput[]) {
  return inputs.reduce(nextDraft, newDraft(flag()))
}

describe('a draft', () => {
  test('is edited only where it differs', () => {
    expect(after({ type: 'edited', flag: edited }).phase).toBe('edited')
    expect(after({ type: 'edited', flag: edited }, { type: 'edited', flag: flag() }).phase).toBe('same')
  })

  test('follows the services while nothing is edited', () => {
    expect(after({ type: 'told', flag: flag({ version: 2, on: true }) }).flag).toMatchObject({ version: 2, on: true })
  })

  test('is no new one when the services say what is known', () => {
    const before = newDraft(flag())
    expect(nextDraft(before, { type: 'told', flag: flag() })).toBe(before)
  })

  test('takes a switch over into what is being edited', () => {
    const draft = after({ type: 'edited', flag: edited }, { type: 'told', flag: flag({ on: true, version: 2 }) })
    expect(draft).toMatchObject({ phase: 'edited', flag: { on: true, offVariation: 1 }, theirs: undefined })
  })

  test('keeps what was edited when somebody else changed more, until one decides', () => {
    const theirs = flag({ description: 'theirs', version: 2 })
    const draft = after({ type: 'edited', flag: edited }, { type: 'told', flag: theirs })
    expect(draft).toMatchObject({ flag: { offVariation: 1 }, theirs: { description: 'theirs' } })
    expect(nextDraft(draft, { type: 'left' })).toEqual(newDraft(theirs))
    expect(nextDraft(draft, { type: 'kept' })).toMatchObject({ base: theirs, flag: edited, theirs: undefined })
  })

  test('is done when the services have it, whichever word comes first', () => {
    expect(after({ type: 'edited', flag: edited }, { type: 'saving' }, { type: 'saved' }).phase).toBe('same')
    expect(after({ type: 'edited', flag: edited }, { type: 'saving' }, { type: 'told', flag: edited }).phase).toBe(
      'same',
    )
  })

  test('goes on being edited when it is refused, and says why', () => {
    expect(after({ type: 'edited', flag: edited }, { type: 'saving' }, { type: 'refused', problems })).toMatchObject({
      phase: 'edited',
      flag: edited,
      problems,
    })
  })

  test('has nothing against it once it is another', () => {
    const refused = after({ type: 'edited', flag: edited }, { type: 'refused', problems })
    expect(nextDraft(refused, { type: 'edited', flag: flag({ offVariation: 0 }) }).problems).toEqual([])
  })

  test('can be left', () => {
    expect(after({ type: 'edited', flag: edited }, { type: 'left' })).toEqual(newDraft(flag()))
  })
})
