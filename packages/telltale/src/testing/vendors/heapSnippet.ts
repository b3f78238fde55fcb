/** Heap's API, as far as the stand-in knows it. The classic script names its project `appid`, the current one `envId`. */
export interface HeapApi {
  /** Set by the classic script when it has loaded. */
  loaded?: boolean
  appid?: string | number
  envId?: string | number
  /** Of the current script and its stub: calls back once the script has loaded. */
  onReady?(callback: () => void): void
  identity?: string | null
  getIdentity?(): string | null
  track(event: string, properties?: object): void
  trackPageview(): void
  identify(identity: string): void
  resetIdentity(): void
  addUserProperties(properties: object): void
  addEventProperties(properties: object): void
  removeEventProperty(name: string): void
  clearEventProperties(): void
}

/** What Heap's snippet and script use of a page's `window`. */
export interface HeapPage {
  heap?: HeapApi
  heapReadyCb?: { name: string; fn(): void }[]
}

type Methods = Record<string, ((...given: unknown[]) => void) | undefined>

/** What the classic snippet's stub queues until the script is there, and what the current one's does. */
const BOTH =
  'addEventProperties addUserProperties clearEventProperties identify resetIdentity removeEventProperty track'.split(
    ' ',
  )
const CLASSIC = [...BOTH, 'setEventProperties', 'unsetEventProperty']
const CURRENT = [...BOTH, 'init', 'startTracking', 'stopTracking', 'onReady', 'trackPageview']

/**
 * What Heap's snippet does to a page, short of loading the script: the classic one (4) and the current one (5) each leave a
 * stub behind that queues calls in its own way. Answers the address of the script.
 */
export function heapSnippet(page: HeapPage, projectId: string | number, version: 4 | 5 = 5): string {
  const stub: unknown[] = []
  page.heap = stub as unknown as HeapApi
  if (version === 4) {
    Object.assign(stub, { appid: projectId, config: {} })
    for (const name of CLASSIC)
      Object.assign(stub, { [name]: (...given: unknown[]) => void stub.push([name, ...given]) })
    return `https://cdn.heapanalytics.com/js/heap-${projectId}.js`
  }
  const waiting = (page.heapReadyCb ??= [])
  Object.assign(stub, { envId: projectId, clientConfig: { shouldFetchServerConfig: false } })
  for (const name of CURRENT) {
    const queue = (...given: unknown[]) => {
      waiting.push({ name, fn: () => (page.heap as unknown as Methods)[name]?.(...given) })
    }
    Object.assign(stub, { [name]: queue })
  }
  return `https://cdn.us.heap-api.com/config/${projectId}/heap_config.js`
}
