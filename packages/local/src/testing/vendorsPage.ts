import { datadogRum } from '@datadog/browser-rum'

/** What this script adds to `globalThis` of its page. */
export interface VendorsPage {
  loadHeap(services: string): Promise<void>
  loadIntercom(services: string): Promise<void>
  startDatadog(services: string, compress: boolean): void
  heap: { track(event: string, properties?: object): void; identify(identity: string): void; loaded?: boolean }
  Intercom(method: string, ...rest: unknown[]): void
}

const page = globalThis as unknown as VendorsPage & Record<string, unknown>

function load(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src, async: true })
    script.onload = () => resolve()
    script.onerror = () => reject(new Error(`${src} did not load.`))
    document.head.append(script)
  })
}

Object.assign(page, {
  loadHeap(services: string) {
    // Heap's own snippet without its address: a queue that the script takes over.
    const queue: unknown[] = []
    page['heap'] = Object.assign(queue, {
      appid: '1',
      track: (...rest: unknown[]) => void queue.push(['track', ...rest]),
      identify: (identity: string) => void queue.push(['identify', identity]),
    })
    page.heap.track('Before the script')
    return load(`${services}/vendors/heap.js`)
  },
  loadIntercom(services: string) {
    const queue: unknown[][] = []
    page['Intercom'] = Object.assign((...call: unknown[]) => void queue.push(call), { q: queue })
    page.Intercom('boot', { app_id: 'app', user_id: 'ada', email: 'ada@first.example' })
    return load(`${services}/vendors/intercom.js`)
  },
  startDatadog(services: string, compress: boolean) {
    datadogRum.init({
      applicationId: 'app',
      clientToken: 'pub',
      proxy: `${services}/vendors/datadog`,
      sessionSampleRate: 100,
      compressIntakeRequests: compress,
      telemetrySampleRate: 0,
      trackingConsent: 'granted',
    })
    datadogRum.setUser({ id: 'ada' })
    datadogRum.addAction('Quote sent', { total: 7 })
  },
})
