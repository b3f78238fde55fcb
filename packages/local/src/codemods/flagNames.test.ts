import { camelCaseKeys } from 'launchdarkly-react-client-sdk'
import { expect, test } from 'vitest'
import { camelCase, keyOf } from './flagNames.ts'

test.each([
  'new-pricing',
  'newPricing',
  'dev.flag-test',
  'show_banner',
  'quote-layout-2',
  'API-limits',
  'v2-desk',
  'ABTest',
  'iOSApp',
  'a1b2',
  'x',
])('the flag %s has the name that LaunchDarkly’s React SDK gives it', (key) => {
  expect([camelCase(key)]).toEqual(Object.keys(camelCaseKeys({ [key]: true })))
})

test.each([
  ['newPricing', [], { key: 'new-pricing', isCertain: true }],
  ['banner', [], { key: 'banner', isCertain: true }],
  ['quoteLayout2', [], { key: 'quote-layout-2', isCertain: false }],
  ['apiURL', [], { key: 'api-url', isCertain: false }],
  ['showBanner', ['show_banner'], { key: 'show_banner', isCertain: true }],
  ['quoteLayout2', ['quote-layout2', 'x'], { key: 'quote-layout2', isCertain: true }],
  ['newPricing', ['new-pricing', 'newPricing'], { key: 'newPricing', isCertain: true }],
])('the name %s with the known keys %j is the flag %j', (name, known, found) => {
  expect(
    keyOf(
      name,
      known.map((key) => ({ key })),
    ),
  ).toEqual(found)
})
