import { expectTypeOf } from 'expect-type'
import { FlagGate, useFlag, useFlags, useTrack, useTrackOnce } from 'telltale/react'
import { createTestTelltale } from 'telltale/testing'
import { TestTelltaleProvider } from 'telltale/testing/react'

export function Hooks({ name }: { name: string }) {
  expectTypeOf(useFlag(name, false)).toEqualTypeOf<boolean>()
  expectTypeOf(useFlag('quote-layout', 'classic')).toEqualTypeOf<string>()
  expectTypeOf(useFlags(['a', 'b'])).toHaveProperty('a')
  useTrackOnce(name)
  useTrack()(name, { total: 1200 })

  // @ts-expect-error nothing says what its default is
  useFlag('new-pricing')
}

export function tests(key: string) {
  const telltale = createTestTelltale()
  telltale.setFlag(key, { machines: 3 })
  telltale.events('Quote sent')
  createTestTelltale({ flags: { 'new-pricing': true }, identity: { user_name: 'Ida Berg' } })

  // @ts-expect-error a flag has a value of JSON
  telltale.setFlag(key, () => {})

  return (
    <>
      <FlagGate flag={key} is="compact" />
      <TestTelltaleProvider flags={{ 'new-pricing': true }} />
      <TestTelltaleProvider telltale={telltale} />
    </>
  )
}
