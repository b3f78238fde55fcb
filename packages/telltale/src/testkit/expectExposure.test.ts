import { expect, it } from 'vitest'
import { exposures } from '../steps/exposures.ts'
import { createTestTelltale } from './createTestTelltale.ts'

const settings = { events: { steps: [exposures()] } }

it('a flag that is read is recorded once, with what tells exposures apart', () => {
  const telltale = createTestTelltale({ flags: { pricing: true }, settings })
  for (let times = 0; times < 3; times += 1) telltale.flags.variation('pricing', false)
  expect(telltale.events('Flag shown')).toMatchObject([
    { kind: 'exposure', exposure: expect.any(String) as string, properties: { flag: 'pricing', unit: 'person' } },
  ])
  telltale.expectExposure('pricing', true)
})

it('expectExposure says what was shown in place of the value', () => {
  const telltale = createTestTelltale({ flags: { pricing: { a: 1 }, layout: 'new' } })
  expect(() => telltale.expectExposure('pricing')).toThrow(
    'No exposure of "pricing" was recorded. Flags with an exposure: none.',
  )
  telltale.flags.variation('pricing', {})
  telltale.expectExposure('pricing', { a: 1 })
  expect(() => telltale.expectExposure('pricing', { a: 2 })).toThrow(
    '"pricing" was shown with {"a":1}, and not with {"a":2}.',
  )
  expect(() => telltale.expectExposure('layout')).toThrow('Flags with an exposure: pricing.')
})

it('what an impersonator sees, and what the definition leaves out, is no exposure', () => {
  const definitions = { flags: { never: { exposure: 'never' }, manual: { exposure: 'manual' } } } as const
  const telltale = createTestTelltale({ flags: { never: true, manual: true }, definitions })
  telltale.flags.variation('never', false)
  telltale.flags.variation('manual', false)
  expect(() => telltale.expectExposure('never')).toThrow('none')
  expect(() => telltale.expectExposure('manual')).toThrow('none')
  telltale.impersonate({}, 'eve@example.com')
  telltale.flags.recordExposure('manual', false)
  expect(() => telltale.expectExposure('manual')).toThrow('none')
  telltale.signIn({})
  telltale.flags.recordExposure('manual', false)
  telltale.expectExposure('manual', true)
})
