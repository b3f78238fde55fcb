import { expect, test } from 'vitest'
import { commandLine } from './commandLine.ts'

async function mcp(...args: readonly string[]) {
  let [out, err] = ['', '']
  const code = await commandLine(['mcp', ...args], {
    ...{ cwd: '/', env: {}, isInteractive: false },
    out: (text) => void (out += text),
    err: (text) => void (err += text),
  })
  return { code, out, err }
}

test.each([
  'http://example.com',
  'http://192.168.0.7:4800',
  'http://127.0.0.1.example.com',
  '127.0.0.1:4800',
  'file:///x',
])('the address %s is refused', async (url) => {
  const refused = { code: 2, out: '', err: expect.stringContaining('--url must be an address of this machine') }
  expect(await mcp('--url', url)).toMatchObject(refused)
})

test('--help shows the options, and a wrong one is named', async () => {
  expect(await mcp('--help')).toMatchObject({ code: 0, out: expect.stringContaining('--allow-changes') })
  expect(await mcp('--allow-change')).toMatchObject({ code: 2, err: expect.stringContaining('Did you mean') })
})
