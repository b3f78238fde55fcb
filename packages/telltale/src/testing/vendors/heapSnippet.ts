/** The part of Heap's API that the fake implements. The classic script calls its project `appid`, the current one `envId`. */
export interface HeapApi {
  /** Set by the classic script when it has loaded. */
  loaded?: boolean
  /** The project of the classic script. */
  appid?: string | number
  /** The project of the current script. */
  envId?: string | number
  /** Calls back once the script has loaded. The classic script has none. */
  onReady?(callback: () => void): void
  /** In the classic script. */
  identity?: string | null
  /** In the current script and its stub. The stub does not know the value yet. */
  getIdentity?(): string | null | undefined
  /** Records an event of the script’s user. */
  track(event: string, properties?: object): void
  /** In the current script and its stub. */
  trackPageview?(): void
  /** Identifies the user of the script. Heap merges identities permanently. */
  identify(identity: string): void
  /** Gives the script a new anonymous user. */
  resetIdentity(): void
  /** Sets properties of the user. */
  addUserProperties(properties: object): void
  /** Sets properties of all later events. They are kept in a cookie. */
  addEventProperties(properties: object): void
  /** Removes one of these properties. */
  removeEventProperty(name: string): void
  /** Removes all of them. */
  clearEventProperties(): void
}

/** The globals that Heap's snippet and script use. */
export interface HeapPage {
  /** The stub of the snippet, and later the script. */
  heap?: HeapApi
  /** The calls that the current snippet’s stub has queued. */
  heapReadyCb?: { name: string; fn(): void }[]
}

type Methods = Record<string, ((...given: unknown[]) => void) | undefined>

const names = (text: string) => text.trim().split(/\s+/)

/** The methods that each snippet's stub queues until the script has loaded. */
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
 * Does what Heap's snippet does, except loading the script: the classic snippet (4) and the current one (5) each install a stub
 * that queues calls in its own way. Returns the URL of the script.
 */
export function heapSnippet(page: HeapPage, projectId: string | number, version: 4 | 5 = 5): string {
  const stub: unknown[] = []
  page.heap = stub as unknown as HeapApi
  // A stub that the page has saved uses whatever is on the page now.
  const present = () => page.heap as unknown as Methods
  if (version === 4) {
    Object.assign(stub, { appid: projectId, config: {} })
    for (const name of CLASSIC)
      // The script has no `push`, so this throws once the script has loaded.
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
