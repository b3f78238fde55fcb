import { expect, test } from 'vitest'
import { MESSAGES } from '../../../../docs/src/data/messages.ts'
import { commandLine } from './commandLine.ts'

async function explain(...args: readonly string[]) {
  let [out, err] = ['', '']
  const code = await commandLine(['explain', ...args], {
    ...{ cwd: '/', env: {}, isInteractive: false },
    out: (text) => void (out += text),
    err: (text) => void (err += text),
  })
  return { code, out, err }
}

test('a code is explained with its words, its cause and its remedy', async () => {
  const { code, out } = await explain('t43')
  expect(code).toBe(0)
  expect(out).toContain('T43  Two layers of "…" run in this page: close() one of them.')
  expect(out).toMatch(/\nCause: .+\nRemedy: .+\n$/)
})

test('the codes of a message that was copied from a console are explained, each once', async () => {
  const { out } = await explain('collector: 503 12 (T150)', 'collector: 503 13 (T150), outbox: (T65)')
  expect(out.match(/^T\d+/gm)).toEqual(['T150', 'T65'])
})

test('no explanation has marks of Markdown', async () => {
  const { code, out } = await explain(...MESSAGES.flatMap(({ messages }) => messages.map((one) => one.code)))
  expect(code).toBe(0)
  expect(out).not.toMatch(/`|\]\(/)
})

test.each([
  [['T9999'], 1, 'There is no message T9999 in this version.'],
  [[], 2, 'There is no code, such as T67.'],
  [['hello'], 2, 'There is no code, such as T67.'],
])('%j ends with %i', async (args, code, said) => {
  expect(await explain(...args)).toMatchObject({ code, out: '', err: expect.stringContaining(said) })
})
