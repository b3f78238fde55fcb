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
  test('is edited only if it differs', () => {
    expect(after({ type: 'edited', flag: edited }).phase).toBe('edited')
    expect(after({ type: 'edited', flag: edited }, { type: 'edited', flag: flag() }).phase).toBe('same')
  })

  test('follows the services while nothing is edited', () => {
    expect(after({ type: 'reported', flag: flag({ version: 2, on: true }) }).flag).toMatchObject({
      version: 2,
      on: true,
    })
  })

  test('does not change when the services send the same flag', () => {
    const before = newDraft(flag())
    expect(nextDraft(before, { type: 'reported', flag: flag() })).toBe(before)
  })

  test('takes over a switch while it is edited', () => {
    const draft = after({ type: 'edited', flag: edited }, { type: 'reported', flag: flag({ on: true, version: 2 }) })
    expect(draft).toMatchObject({ phase: 'edited', flag: { on: true, offVariation: 1 }, theirs: undefined })
  })

  test('keeps the edits when the flag was changed elsewhere, until the user decides', () => {
    const theirs = flag({ description: 'theirs', version: 2 })
    const draft = after({ type: 'edited', flag: edited }, { type: 'reported', flag: theirs })
    expect(draft).toMatchObject({ flag: { offVariation: 1 }, theirs: { description: 'theirs' } })
    expect(nextDraft(draft, { type: 'left' })).toEqual(newDraft(theirs))
    expect(nextDraft(draft, { type: 'kept' })).toMatchObject({ base: theirs, flag: edited, theirs: undefined })
  })

  test('is done when the services have saved it, in whichever order the messages arrive', () => {
    expect(after({ type: 'edited', flag: edited }, { type: 'saving' }, { type: 'saved' }).phase).toBe('same')
    expect(after({ type: 'edited', flag: edited }, { type: 'saving' }, { type: 'reported', flag: edited }).phase).toBe(
      'same',
    )
  })

  test('stays edited with its problems when it is refused', () => {
    expect(after({ type: 'edited', flag: edited }, { type: 'saving' }, { type: 'refused', problems })).toMatchObject({
      phase: 'edited',
      flag: edited,
      problems,
    })
  })

  test('loses its problems when it is edited further', () => {
    const refused = after({ type: 'edited', flag: edited }, { type: 'refused', problems })
    expect(nextDraft(refused, { type: 'edited', flag: flag({ offVariation: 0 }) }).problems).toEqual([])
  })

  test('can be discarded', () => {
    expect(after({ type: 'edited', flag: edited }, { type: 'left' })).toEqual(newDraft(flag()))
  })
})

describe('text that cannot be read', () => {
  const wrong: DraftInput = { type: 'edited', flag: flag(), unread: { variations: [undefined, '['] } }

  test('is an unsaved edit, and stays while something else is edited or the services send the flag again', () => {
    const { unread } = wrong
    expect(after(wrong)).toMatchObject({ phase: 'edited', unread })
    expect(after(wrong, { type: 'edited', flag: edited })).toMatchObject({ phase: 'edited', flag: edited, unread })
    expect(after(wrong, { type: 'reported', flag: flag() })).toMatchObject({ phase: 'edited', unread })
    expect(after(wrong, { type: 'reported', flag: flag({ on: true }) })).toMatchObject({ flag: { on: true }, unread })
  })

  test('is gone once it is corrected or discarded', () => {
    expect(after(wrong, { type: 'edited', flag: flag(), unread: { variations: [undefined, undefined] } }).phase).toBe(
      'same',
    )
    expect(after(wrong, { type: 'left' })).toEqual(newDraft(flag()))
  })
})
