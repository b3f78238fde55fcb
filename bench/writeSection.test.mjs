import { expect, it } from 'vitest'
import { replaceSection } from './writeSection.mjs'

it('a new section comes to the end, with marks by which it is found again', () => {
  expect(replaceSection('# Results\n', 'kill', 'All is well.')).toBe(
    '# Results\n\n<!-- kill -->\n\nAll is well.\n\n<!-- /kill -->\n',
  )
})

it('a known section is replaced where it stands, and nothing else is touched', () => {
  const before = ['# Results', '<!-- a -->', 'old', '<!-- /a -->', 'between', '<!-- b -->', 'b', '<!-- /b -->'].join(
    '\n',
  )
  expect(replaceSection(before, 'a', 'new')).toBe(before.replace('old', '\nnew\n'))
})
