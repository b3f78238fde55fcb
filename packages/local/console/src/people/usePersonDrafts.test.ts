import { expect, test } from 'vitest'
import { attributeRows } from './attributeRows.ts'
import { isEdited, type PersonDraft } from './usePersonDrafts.ts'

const ann = { token: 't', identity: { unique_identity: 'ann', company_id: 'acme' } }
const draft = (identity: PersonDraft['before'], user: PersonDraft['user'] = ann): PersonDraft => ({
  user,
  rows: attributeRows(identity),
  before: ann.identity,
})

test.each([
  ['is not edited', draft(ann.identity), [ann], false],
  ['is edited', draft({ unique_identity: 'ann', company_id: 'other' }), [ann], true],
  ['without an id is edited', { ...draft(ann.identity), rows: [] }, [ann], true],
  [
    'is not edited if the same was changed elsewhere',
    draft({ unique_identity: 'anna' }),
    [{ token: 't', identity: { unique_identity: 'anna' } }],
    false,
  ],
  ['is edited if the person was removed', draft(ann.identity), [], true],
])('a draft of a person %s', (_, one, users, is) => {
  expect(isEdited(one, users)).toBe(is)
})

test.each([
  ['', false],
  ['cleo', true],
])('a new person whose id is %j: edited is %s', (id, is) => {
  const rows = attributeRows({ unique_identity: id, user_name: '' })
  expect(isEdited({ user: undefined, rows, before: { unique_identity: '' } }, [])).toBe(is)
})
