import { bundlePage, PAGE_SCRIPT } from 'stage/bundlePage'
import type { Engine } from 'stage/engines/engine'
import { listen } from 'stage/listen'
import { expect, test } from './test.ts'

declare global {
  /** Runs in the page `maps`: returns `loaded`, or why the script could not be loaded. */
  var loadTestMaps: (hasPolicy: boolean) => Promise<string>
}

const SCRIPT = { type: 'text/javascript', body: 'globalThis.testMaps = {}' }
const SIGN_IN = { type: 'text/html', body: '<!doctype html><title>Sign in</title>' }

/** A page with a Content-Security-Policy, and a maps service that gives these answers in turn, and then repeats the last one. */
async function startService({ policy = '', answers = [SCRIPT] } = {}) {
  const page = (await bundlePage('maps')).get(PAGE_SCRIPT)?.code ?? ''
  const service = { asked: 0 }
  const listening = await listen((request, response) => {
    const path = request.url ?? ''
    if (path === '/') {
      response.setHeader('content-security-policy', policy)
      response.setHeader('content-type', 'text/html')
      return void response.end(
        '<!doctype html><link rel="icon" href="data:,"><script type="module" src="/page.js"></script>',
      )
    }
    if (path === '/page.js') return void response.writeHead(200, { 'content-type': 'text/javascript' }).end(page)
    const { type, body } = answers[service.asked] ?? answers.at(-1) ?? SCRIPT
    service.asked += 1
    response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
  })
  return Object.assign(service, listening)
}

async function openPage(engine: Engine, url: string) {
  const profile = await engine.open()
  const page = await profile.openTab()
  await page.goto(url)
  await page.until(() => 'loadTestMaps' in globalThis)
  return page
}

const countScripts = () => document.querySelectorAll('script[src^="/maps.js"]').length

test('under require-trusted-types-for, the maps script loads with a policy, and without one the error names the setting', async ({
  engine,
}) => {
  const policy = "default-src 'self' data:; require-trusted-types-for 'script'; trusted-types maps"
  const service = await startService({ policy })
  try {
    const page = await openPage(engine, service.url)
    expect(await page.run(() => loadTestMaps(false))).toContain('set policy of loadMaps({ url, ready, policy })')
    expect(service.asked).toBe(0)
    expect(await page.run(() => loadTestMaps(true))).toBe('loaded')
    expect(service.asked).toBe(1)
  } finally {
    await service.close()
  }
})

test('a page that requests the maps script twice at once, and again later, loads it once', async ({ engine }) => {
  const service = await startService()
  try {
    const page = await openPage(engine, service.url)
    expect(await page.run(() => Promise.all([loadTestMaps(false), loadTestMaps(false)]))).toEqual(['loaded', 'loaded'])
    expect(await page.run(() => loadTestMaps(false))).toBe('loaded')
    expect(service.asked).toBe(1)
    expect(await page.run(countScripts)).toBe(1)
  } finally {
    await service.close()
  }
})

test('a sign-in page with status 200 in place of the maps script is a failed attempt, and the next attempt loads it', async ({
  engine,
}) => {
  const service = await startService({ answers: [SIGN_IN, SCRIPT] })
  try {
    const page = await openPage(engine, service.url)
    expect(await page.run(() => Promise.all([loadTestMaps(false), loadTestMaps(false)]))).toEqual(['loaded', 'loaded'])
    expect(service.asked).toBe(2)
    expect(await page.run(countScripts)).toBe(1)
  } finally {
    await service.close()
  }
})
