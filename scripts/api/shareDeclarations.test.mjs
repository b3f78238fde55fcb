import { expect, test } from 'vitest'
import { shareDeclarations } from './shareDeclarations.mjs'

/** @param {readonly string[]} declarations */
const report = (...declarations) => `## API Report\n\n\`\`\`ts\n\n${declarations.join('\n\n')}\n\n\`\`\`\n`
const codeOf = (/** @type {string | undefined} */ text) => text?.split('```ts\n')[1]?.split('```')[0]?.trim()

const PERSON = '// @public\ninterface Person {\n    id: string;\n}'

test('a declaration that one entry exports and another uses is in the report of the entry that exports it', () => {
  const shared = shareDeclarations(
    new Map([
      ['index', report(PERSON, 'export const a: Person;')],
      ['react', report(PERSON.replace('interface', 'export interface'))],
    ]),
  )
  expect(codeOf(shared.get('index'))).toBe('export const a: Person;')
  expect(codeOf(shared.get('react'))).toBe(PERSON.replace('interface', 'export interface'))
  expect(codeOf(shared.get('shared'))).toBe('')
})

test('a declaration that several entries export is written out in the first', () => {
  const exported = PERSON.replace('interface', 'export interface')
  const shared = shareDeclarations(
    new Map([
      ['index', report(exported)],
      ['react', report(exported)],
    ]),
  )
  expect(codeOf(shared.get('index'))).toBe(exported)
  expect(codeOf(shared.get('react'))).toBe('// See index.api.md\nexport { Person }')
})

test('a declaration that several entries use and none exports is in the shared report, and one that differs stays', () => {
  const shared = shareDeclarations(
    new Map([
      ['index', report(PERSON, 'type Id = string;')],
      ['react', report(PERSON, 'type Id = number;')],
    ]),
  )
  expect(codeOf(shared.get('index'))).toBe('type Id = string;')
  expect(codeOf(shared.get('react'))).toBe('type Id = number;')
  expect(codeOf(shared.get('shared'))).toBe(PERSON)
})

test('the imports of a report stay', () => {
  const shared = shareDeclarations(
    new Map([['react', report("import { ReactNode } from 'react';", 'export const a: ReactNode;')]]),
  )
  expect(codeOf(shared.get('react'))).toBe("import { ReactNode } from 'react';\n\nexport const a: ReactNode;")
})
