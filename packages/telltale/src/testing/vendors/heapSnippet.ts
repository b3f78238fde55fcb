/** Heap's API, as far as the stand-in knows it. The classic script names its project `appid`, the current one `envId`. */
export interface HeapApi {
  /** Set by the classic script when it has loaded. */
  loaded?: boolean
  appid?: string | number
  envId?: string | number
  /** Of the current script and its stub: calls back once the script has loaded. */
  onReady?(callback: () => void): void
  /** Of the classic script. */
  identity?: string | null
  /** Of the current script and its stub, which does not know it yet. */
  getIdentity?(): string | null | undefined
  track(event: string, properties?: object): void
  /** Of the current script and its stub. */
  trackPageview?(): void
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

const names = (text: string) => text.trim().split(/\s+/)

/** What the stub of each snippet queues until the script is there. */
const CLASSIC = names(`
  addEventProperties addUserProperties clearEventProperties identify resetIdentity removeEventProperty setEventProperties track
  unsetEventProperty
`)
const CURRENT = names(`
  init startTracking stopTracking track resetIdentity identify identifyHashed getSessionId getUserId getIdentity addUserProperties
  addEventProperties removeEventProperty clearEventProperties addAccountProperties addAdapter addTransformer addTransformerFn onReady
  addPageviewProperties removePageviewProperty clearPageviewProperties trackPageview
`)

/**
 * What Heap's snippet does to a page, short of loading the script: the classic one (4) and the current one (5) each leave a
 * stub behind that queues calls in its own way. Answers the address of the script.
 */
export function heapSnippet(page: HeapPage, projectId: string | number, version: 4 | 5 = 5): string {
  const stub: unknown[] = []
  page.heap = stub as unknown as HeapApi
  // Called on a stub that somebody has kept, the methods go by what is on the page.
  const present = () => page.heap as unknown as Methods
  if (version === 4) {
    Object.assign(stub, { appid: projectId, config: {} })
    for (const name of CLASSIC)
      // The script has no `push`: then this throws.
      Object.assign(stub, {
        [name]: (...given: unknown[]) => void (present() as unknown as unknown[]).push([name, ...given]),
      })
    return `https://cdn.heapanalytics.com/js/heap-${projectId}.js`
  }
  const waiting = (page.heapReadyCb ??= [])
  Object.assign(stub, { envId: projectId, clientConfig: { shouldFetchServerConfig: false } })
  for (const name of CURRENT) {
    const queue = (...given: unknown[]) => {
      waiting.push({ name, fn: () => present()[name]?.(...given) })
    }
    Object.assign(stub, { [name]: queue })
  }
  return `https://cdn.us.heap-api.com/config/${projectId}/heap_config.js`
}
