import { FIRST_EVENT } from './eventsModule.ts'
import type { Project } from './project.ts'
import { quoted } from '../text/quoted.ts'

/** The first test of the application's flags and events, for Vitest or Jest. */
export function testModule({ testRunner, hasJestTypes, language }: Project, flag: string | undefined): string {
  const extension = language === 'ts' ? '' : '.js'
  const runner = testRunner === 'vitest' ? 'vitest' : hasJestTypes ? undefined : '@jest/globals'
  const value = flag === undefined ? '' : `, flags: { ${quoted(flag)}: true }`
  const shown = flag === undefined ? '' : `  expect(telltale.flags.variation(${quoted(flag)}, false)).toBe(true)\n`
  return `${runner ? `import { expect, test } from '${runner}'\n` : ''}import { createTestTelltale } from 'telltale/testing'
import { flags } from './telltaleFlags${extension}'

test('an event is recorded under the flags of the user', () => {
  const telltale = createTestTelltale({ definitions: { flags }${value} })
${shown}  telltale.track('${FIRST_EVENT}', { place: 'test' })
  expect(telltale.events('${FIRST_EVENT}')[0]?.properties).toMatchObject({ place: 'test' })
})
`
}
