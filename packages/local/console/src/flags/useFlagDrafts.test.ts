import { expect, test } from 'vitest'
import { completeFlag, type ServerFlag } from '../../../src/flags/serverFlag.ts'
import type { DraftInput } from './flagDraft.ts'
import { draftPlace, isEdited, nextDrafts, type FlagDrafts } from './useFlagDrafts.ts'

const flag = (key: string, more: Partial<ServerFlag> = {}) => completeFlag(key, { variations: [true, false], ...more })
const place = draftPlace('local', 'f')

function after(drafts: FlagDrafts, ...inputs: DraftInput[]): FlagDrafts {
  return inputs.reduce((all, input) => nextDrafts(all, { place, flag: flag('f'), input }), drafts)
}

const edited: DraftInput = { type: 'edited', flag: flag('f', { offVariation: 1 }) }

test('an edit begins a draft, and the drafts of other flags and environments stay', () => {
  const other = draftPlace('other', 'f')
  const drafts = nextDrafts(after(new Map(), edited), { place: other, flag: flag('f'), input: edited })
  expect([...drafts.keys()]).toEqual([place, other])
  expect(isEdited(drafts.get(place))).toBe(true)
  expect(after(drafts, { type: 'left' }).has(other)).toBe(true)
})

test('a message about a flag without a draft begins none', () => {
  const drafts: FlagDrafts = new Map()
  expect(after(drafts, { type: 'reported', flag: flag('f', { on: true }) })).toBe(drafts)
})

test('a discarded draft is forgotten', () => {
  expect(after(new Map(), edited, { type: 'left' }).size).toBe(0)
})

test('a saved draft is shown until the file has it, and is then forgotten', () => {
  const saved = after(new Map(), edited, { type: 'saving' }, { type: 'saved' })
  expect(saved.get(place)).toMatchObject({ phase: 'same', flag: { offVariation: 1 } })
  expect(after(saved, { type: 'reported', flag: flag('f', { offVariation: 1, version: 2 }) }).size).toBe(0)
})
