import { describe, expect, test } from 'vitest'
import { judgeFindings } from './judgeFindings.mjs'

const wrong = "track(1) // wrong\ntrack('Quote sent')\nvalue(2) // wrong\n"
const at = (/** @type {number} */ line, file = 'wrong.ts') => ({
  application: 'registered',
  file,
  line,
  code: 'TS2345',
  message: 'No.',
})

describe('the findings of a compiler are compared with the lines that are marked as wrong:', () => {
  test('nothing is reported when the two are the same', () => {
    expect(judgeFindings([at(1), at(3)], { registered: wrong })).toEqual([])
  })

  test('a marked line that compiles is reported', () => {
    expect(judgeFindings([at(1)], { registered: wrong })).toEqual(['registered/wrong.ts:3 compiles, and should not'])
  })

  test('a line that does not compile and has no mark is reported with what the compiler says', () => {
    expect(judgeFindings([at(1), at(2), at(3), at(7, 'hooks.tsx')], { registered: wrong })).toEqual([
      'registered/wrong.ts:2 should compile: TS2345 No.',
      'registered/hooks.tsx:7 should compile: TS2345 No.',
    ])
  })

  test('a line that is reported with other words than its mark has is reported', () => {
    const marked = { registered: "track('x') // wrong: TS2345 No\ntrack('y') // wrong: not assignable\n" }
    expect(judgeFindings([at(1), at(2)], marked)).toEqual([
      'registered/wrong.ts:2 should be reported with "not assignable": TS2345 No.',
    ])
  })

  test('an application whose mistakes are not marked is reported', () => {
    expect(judgeFindings([], { registered: "track('Quote sent')\n" })).toEqual([
      'registered/wrong.ts marks no line with "// wrong"',
    ])
  })
})
