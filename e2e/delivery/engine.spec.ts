import { mkdtempSync, rmSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listen, type Listening } from 'stage/listen'
import { until } from 'stage/perform'
import { expect, test } from './test.ts'

// What the journeys require of every engine: each implementation passes the same tests.

interface Site extends Listening {
  /** The requested paths. */
  readonly asked: string[]
}

async function startSite(): Promise<Site> {
  const asked: string[] = []
  const listening = await listen((request: IncomingMessage, response: ServerResponse) => {
    asked.push(request.url ?? '')
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Site</title>')
  })
  return { ...listening, asked }
}

const site = test.extend<{ site: Site }>({
  // Playwright requires a destructuring pattern as the first parameter.
  site: async ({ engine: _ }, provide) => {
    const started = await startSite()
    await provide(started)
    await started.close()
  },
})

test.describe('an engine', { tag: '@engines' }, () => {
  site('a script receives an argument, and its promise’s value is returned', async ({ engine, site: { url } }) => {
    const profile = await engine.open()
    const tab = await profile.openTab()
    await tab.goto(url)
    const answer = await tab.run(async ({ numbers }) => ({ sum: numbers.reduce((sum, one) => sum + one, 0) }), {
      numbers: [1, 2, 3],
    })
    expect(answer).toEqual({ sum: 6 })
    expect(await tab.run(() => undefined)).toBeUndefined()
    await expect(
      tab.run(() => {
        throw new TypeError('No such thing')
      }),
    ).rejects.toThrow('No such thing')
    await profile.close()
  })

  site(
    'messages in the console of the tabs are kept, with uncaught errors and rejections',
    async ({ engine, site: { url } }) => {
      const profile = await engine.open()
      const tab = await profile.openTab()
      await tab.goto(url)
      await tab.run(() => {
        console.log('a log\nof two lines')
        console.warn('a warning')
        setTimeout(() => {
          throw new Error('an uncaught error')
        })
        void Promise.reject(new TypeError('a rejection'))
      })
      const heard = (type: string, text: string) =>
        profile.console.filter((message) => message.type === type && message.text.includes(text)).length
      await expect.poll(() => heard('log', 'a log\nof two lines')).toBe(1)
      await expect.poll(() => heard('warning', 'a warning')).toBe(1)
      await expect.poll(() => heard('error', 'an uncaught error')).toBe(1)
      await expect.poll(() => heard('error', 'a rejection')).toBe(1)
      await profile.close()
    },
  )

  site('an init script runs in each page before the page’s own scripts', async ({ engine, site: { url } }) => {
    const profile = await engine.open({
      before: () => {
        document.title = 'before'
        Object.assign(globalThis, { first: document.readyState })
      },
    })
    const tab = await profile.openTab()
    for (const path of ['/one', '/two']) {
      await tab.goto(url + path)
      expect(await tab.run(() => Reflect.get(globalThis, 'first'))).toBe('loading')
    }
    await profile.close()
  })

  site('a page receives its unload events when the user closes the tab', async ({ engine, site: { url, asked } }) => {
    const profile = await engine.open()
    // An engine may discard a request of a page that is being closed: WebKit discards one in twenty.
    for (let tabs = 0; tabs < 5 && !asked.includes('/closed/hidden'); tabs += 1) {
      const tab = await profile.openTab()
      await tab.goto(url)
      await tab.run(() => {
        addEventListener('visibilitychange', () => {
          void fetch(`/closed/${document.visibilityState}`, { keepalive: true })
        })
      })
      await tab.close()
      await until(() => asked.includes('/closed/hidden'), 2_000)
    }
    expect(new Set(asked.filter((path) => path.startsWith('/closed')))).toEqual(new Set(['/closed/hidden']))
    await profile.close()
  })

  site('a script fails when its page is left, and the tab shows the next page', async ({ engine, site: { url } }) => {
    const profile = await engine.open()
    const tab = await profile.openTab()
    await tab.goto(`${url}/first`)
    const asked = tab.run(() => {
      location.href = '/second'
      return new Promise<void>(() => {})
    })
    await expect(asked).rejects.toThrow()
    await tab.untilAt('/second')
    expect(await tab.run(() => location.pathname)).toBe('/second')
    await profile.close()
  })

  site('a page that is left is restored from the back/forward cache', async ({ engine, site: { url, asked } }) => {
    const profile = await engine.open()
    const tab = await profile.openTab()
    await tab.goto(`${url}/first`)
    await tab.run(() => {
      addEventListener('pageshow', ({ persisted }) => void fetch(`/shown/${persisted}`))
    })
    await tab.goto(`${url}/second`)
    await tab.back()
    await expect.poll(() => asked.filter((path) => path.startsWith('/shown'))).toEqual(['/shown/true'])
    await profile.close()
  })

  site('offline requests fail in each tab until the network is back', async ({ engine, site: { url } }) => {
    const profile = await engine.open()
    const early = await profile.openTab()
    await early.goto(url)
    const isReached = () =>
      fetch('/asked').then(
        () => true,
        () => false,
      )
    await profile.setOffline(true)
    const late = await profile.openTab()
    expect(await early.run(isReached)).toBe(false)
    await expect(late.goto(url)).rejects.toThrow()
    await profile.setOffline(false)
    expect(await early.run(isReached)).toBe(true)
    // Chromium loads the page of an error again itself once the network is back, which interrupts another navigation.
    await expect(() => late.goto(url)).toPass()
    expect(await late.run(isReached)).toBe(true)
    await profile.close()
  })

  for (const how of ['crash', 'killContent'] as const) {
    site(`after ${how} a new tab of the profile finds the page’s storage`, async ({ engine, site: { url } }) => {
      const profile = await engine.open()
      const tab = await profile.openTab()
      await tab.goto(url)
      await tab.run(() => localStorage.setItem('kept', 'yes'))
      await (how === 'crash' ? tab.crash() : profile.killContent())
      await expect(tab.run(() => 1)).rejects.toThrow()
      const next = await profile.openTab()
      await next.goto(url)
      expect(await next.run(() => localStorage.getItem('kept'))).toBe('yes')
      await profile.close()
    })
  }

  site(
    'a profile with a directory is used again by the next browser after a kill',
    async ({ engine, site: { url } }) => {
      const directory = mkdtempSync(join(tmpdir(), 'telltale-engine-'))
      const profile = await engine.open({ directory })
      const tab = await profile.openTab()
      await tab.goto(url)
      const stored = tab.run(
        () =>
          new Promise<boolean>((resolve, reject) => {
            const request = indexedDB.open('kept', 1)
            request.onupgradeneeded = () => request.result.createObjectStore('items')
            request.onsuccess = () => resolve(true)
            request.onerror = () => reject(request.error)
          }),
      )
      expect(await stored).toBe(true)
      await profile.kill()

      const next = await engine.open({ directory })
      const again = await next.openTab()
      await again.goto(url)
      expect(await again.run(async () => (await indexedDB.databases()).map(({ name }) => name))).toEqual(['kept'])
      await next.close()
      rmSync(directory, { recursive: true, force: true })
    },
  )

  site('profiles share no storage, and a private window keeps none', async ({ engine, site: { url } }) => {
    for (const isPrivate of [false, true]) {
      const first = await engine.open({ isPrivate })
      const tab = await first.openTab()
      await tab.goto(url)
      await tab.run(() => localStorage.setItem('kept', 'yes'))
      const second = await engine.open({ isPrivate })
      const other = await second.openTab()
      await other.goto(url)
      expect(await other.run(() => localStorage.getItem('kept'))).toBeNull()
      await Promise.all([first.close(), second.close()])
    }
  })

  site('the setting that blocks site data leaves a page without storage', async ({ engine, site: { url } }) => {
    const profile = await engine.open({ blocksSiteData: true })
    const tab = await profile.openTab()
    await tab.goto(url)
    const outcome = () => {
      try {
        return localStorage === null ? 'null' : 'there'
      } catch (error) {
        return (error as Error).name
      }
    }
    // WebKitGTK has no such setting. It can run without `localStorage`, which is then null.
    expect(await tab.run(outcome)).toBe(engine.name === 'webkit' ? 'null' : 'SecurityError')
    await profile.close()
  })

  site('a host name that only a proxy resolves is an insecure origin', async ({ engine, site: { url } }) => {
    const profile = await engine.open({ proxy: url })
    const tab = await profile.openTab()
    await tab.goto('http://rental.insecure.test/')
    expect(await tab.run(() => [isSecureContext, document.title])).toEqual([false, 'Site'])
    await profile.close()
  })
})
