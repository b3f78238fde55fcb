import { expect, it } from 'vitest'
import { storageOr } from '../ownStorage.ts'
import { asksForConsent } from './asking.ts'

it('the desk asks from a visit that wants it to one that does not', () => {
  const storage = storageOr(() => null)
  const visits = ['', '?consent=ask', '', '?quote=1', '?consent=given', '']
  expect(visits.map((search) => asksForConsent(search, storage))).toEqual([false, true, true, true, false, false])
})
