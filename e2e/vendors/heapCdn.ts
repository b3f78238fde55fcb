import type { Page, Route } from '@playwright/test'
import type { VendorRecord } from 'telltale/testing'
import { bundlePage } from '../pages/bundlePage.ts'

/** Replaces the servers from which Heap's snippets load scripts. */
export interface HeapCdn {
  /** The calls of the script on this page and on earlier pages. */
  readonly received: readonly VendorRecord[]
  /** Answers the waiting and future requests for the script, and appends this code to it. */
  serve(after?: string): void
}

let script: Promise<string> | undefined
const heapScript = () => (script ??= bundlePage(new URL('page/heapScriptPage.ts', import.meta.url)))

/** The current snippet loads a script with the project's settings, which calls the stub and loads the script itself. */
const CONFIG = `
heap.serverConfig = {}
heap.init(heap.envId, heap.clientConfig)
const script = document.createElement('script')
script.src = 'https://cdn.us.heap-api.com/v5/heap.js'
document.head.append(script)`

export async function openHeapCdn(page: Page): Promise<HeapCdn> {
  const received: VendorRecord[] = []
  let serve = (_after: string) => {}
  let served = new Promise<string>((resolve) => (serve = resolve))
  await page.exposeFunction('heapReceived', (record: VendorRecord) => void received.push(record))
  const answer = (body: () => Promise<string>) => async (route: Route) => {
    await served
    await route.fulfill({ contentType: 'text/javascript', body: await body() })
  }
  const heap = answer(async () => `(() => {${await heapScript()}})();${await served}`)
  await page.route('https://cdn.heapanalytics.com/js/heap-*.js', heap)
  await page.route('https://cdn.us.heap-api.com/v5/heap.js', heap)
  await page.route(
    'https://cdn.us.heap-api.com/config/*/heap_config.js',
    answer(async () => CONFIG),
  )
  return {
    received,
    serve(after = '') {
      serve(after)
      served = Promise.resolve(after)
    },
  }
}
