import { expect, test } from 'vitest'
import { resultOf } from './runSuites.mjs'

const passed = '<testcase classname="a.ts" name="adds" time="0">\n</testcase>'
const skipped = '<testcase name="waits" classname="a.ts">\n<skipped>\n</skipped>\n</testcase>'
const vitest = `<testcase classname="a.ts" name="a &lt;sum&gt;" time="0.1">
  <failure message="not 2" type="AssertionError">\n\nnot &quot;2&quot;\n  at sum\n  </failure>\n</testcase>`
const playwright = `<testcase name="opens" classname="b.ts" time="1">\n<failure message="" type="">
<![CDATA[  No page\n\n]]>\n</failure>\n</testcase>`

test.each([
  ['tests that passed, and not those that were skipped', [passed, skipped, passed], '', [2]],
  ['a failure of Vitest', [passed, vitest], 'ended with code 1', [1, 'a.ts: a <sum>\nnot "2"\n  at sum']],
  ['a failure of Playwright', [playwright, passed], 'ended with code 1', [1, 'b.ts: opens\n  No page']],
  ['an end that no test explains', [passed], 'ended with code 1', [1, 'ended with code 1']],
  ['a suite without tests', [skipped], '', [0, 'no test ran']],
])('the result of a suite counts %s', (_, tests, ended, [count, ...failures]) => {
  expect(resultOf(tests.join('\n'), { ended, mayBeEmpty: false })).toEqual({ passed: count, failures })
})
