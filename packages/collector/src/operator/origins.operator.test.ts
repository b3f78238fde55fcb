import { writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { operate, type OperatedCollector } from './operatedCollector.ts'
import { placeForTests } from './place.ts'
import { idsInFile } from './readStore.ts'
import { telltaleCollector } from './runProgram.ts'
import { createSender } from './sender.ts'

const path = placeForTests()
let files = 0

/** As browsers and the shells of applications write them. */
const ORIGINS = [
  'https://app.example.com',
  'https://app.example.com:8443',
  'http://localhost',
  'http://localhost:5173',
  'http://127.0.0.1:3000',
  'http://[::1]:3000',
  'https://xn--bcher-kva.example',
  'capacitor://localhost',
  'ionic://localhost',
  'tauri://localhost',
  'https://tauri.localhost',
  'app://desk',
  'chrome-extension://cbgecfllfhmmnknmamkejadjmnmpfjmp',
  'moz-extension://5b0e3c0a-9a57-4c1e-8a4b-0a2c7c5d9e11',
  'safari-web-extension://5B0E3C0A-9A57-4C1E-8A4B-0A2C7C5D9E11',
]
const STRANGER = 'https://stranger.example.com'

const args = () => ['--port', '0', '--host', '127.0.0.1', '--store', path(`${(files += 1)}.db`)]

/** Whether a browser lets a page of this origin post, and the collector stores what it posts. */
async function judge(collector: OperatedCollector, origin: string, headers: Readonly<Record<string, string>> = {}) {
  const asked = { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' }
  const preflight = await fetch(`http://127.0.0.1:${collector.port()}/collect`, { method: 'OPTIONS', headers: asked })
  const { status } = await createSender().send(collector.port(), { app: 'Quotes', headers: { origin, ...headers } })
  return { allowed: preflight.headers.get('access-control-allow-origin') === origin, status }
}

const BOTH = { allowed: true, status: 202 }
const NEITHER = { allowed: false, status: 403 }

describe.each(ORIGINS)('%s', (origin) => {
  it('may post when --origin names it, and a stranger may not', async () => {
    const collector = await operate({ args: [...args(), '--origin', origin] })
    expect(await judge(collector, origin)).toEqual(BOTH)
    expect(await judge(collector, STRANGER)).toEqual(NEITHER)
  })

  it('may post when the environment names it among others, and a stranger may not', async () => {
    const env = { TELLTALE_COLLECTOR_ORIGIN: `https://first.example, ${origin},https://last.example` }
    const collector = await operate({ args: args(), env })
    expect(await judge(collector, origin)).toEqual(BOTH)
    expect(await judge(collector, STRANGER)).toEqual(NEITHER)
  })

  it('may post when its write key names it, and a stranger may not', async () => {
    const keys = path('keys.json')
    writeFileSync(keys, JSON.stringify({ 'quotes-web': { app: 'Quotes', origins: [origin] } }))
    const collector = await operate({ args: [...args(), '--keys', keys] })
    const headers = { authorization: 'Bearer quotes-web' }
    expect((await judge(collector, origin, headers)).status).toBe(202)
    expect((await judge(collector, STRANGER, headers)).status).toBe(403)
  })
})

it.each([
  ['https://app.example.com/', 'a path'],
  ['app.example.com', 'no scheme'],
  ['*', 'no origin'],
  ['capacitor://localhost/index.html', 'a path'],
  ['https://*.example.com', 'a star'],
  ['javascript:alert(1)', 'no host'],
  ['null', 'no origin'],
])('%s, which has %s, ends the start with 1 and a sentence', (origin) => {
  const { code, error } = telltaleCollector([...args(), '--origin', origin], { timeout: 5000 })
  expect({ code, error }).toEqual({ code: 1, error: expect.stringContaining(`The origin ${origin} must be`) })
})

it('a page without an origin, as a server is, may post', async () => {
  const collector = await operate({ args: [...args(), '--origin', 'https://app.example.com'] })
  const sender = createSender()
  expect((await sender.send(collector.port())).status).toBe(202)
  expect(sender.missingIn(idsInFile(path(`${files}.db`)))).toEqual([])
})
