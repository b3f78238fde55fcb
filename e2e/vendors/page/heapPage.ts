import { heap, type HeapInstance } from 'telltale/heap'
import { PROJECT, startDesk } from './startDesk.ts'

type Call = (...given: unknown[]) => void

declare global {
  /** Which of the vendor's snippets the application has, and the type of its project id. */
  var heapSnippet: {
    readonly form: 'classic' | 'current'
    readonly type: 'string' | 'number'
    /** The project to load. The expected one if absent. */
    readonly project?: string
  }
  var heap: HeapInstance & unknown[] & Record<'addUserProperties' | 'track', Call>
  var heapReadyCb: { readonly name: string; readonly fn: () => void }[]
}

const CLASSIC = [
  'addEventProperties',
  'addUserProperties',
  'clearEventProperties',
  'identify',
  'resetIdentity',
  'removeEventProperty',
  'setEventProperties',
  'track',
  'unsetEventProperty',
]
const CURRENT = [
  'init',
  'startTracking',
  'stopTracking',
  'track',
  'resetIdentity',
  'identify',
  'identifyHashed',
  'getSessionId',
  'getUserId',
  'getIdentity',
  'addUserProperties',
  'addEventProperties',
  'removeEventProperty',
  'clearEventProperties',
  'addAccountProperties',
  'addAdapter',
  'addTransformer',
  'addTransformerFn',
  'onReady',
  'addPageviewProperties',
  'removePageviewProperty',
  'clearPageviewProperties',
  'trackPageview',
]

/** The script on the page at the time of the call, not the stub that the caller holds. */
const present = () => globalThis.heap as unknown as Record<string, Call | undefined>

/** Does what Heap's classic snippet does: its stub is the queue. */
function loadClassic(stub: unknown[], id: string | number): string {
  Object.assign(stub, { appid: id, config: {} })
  for (const name of CLASSIC) {
    Object.assign(stub, { [name]: (...given: unknown[]) => void present()['push']?.([name, ...given]) })
  }
  return `https://cdn.heapanalytics.com/js/heap-${id}.js`
}

/** Does what the current snippet does: the queue is a separate array. */
function loadCurrent(stub: unknown[], id: string | number): string {
  globalThis.heapReadyCb = []
  Object.assign(stub, { envId: id, clientConfig: { shouldFetchServerConfig: false } })
  for (const name of CURRENT) {
    const queue = (...given: unknown[]) => void heapReadyCb.push({ name, fn: () => present()[name]?.(...given) })
    Object.assign(stub, { [name]: queue })
  }
  return `https://cdn.us.heap-api.com/config/${id}/heap_config.js`
}

/** An application with one of Heap's snippets. */
const stub: unknown[] = []
globalThis.heap = stub as unknown as typeof globalThis.heap
const { form, type, project = PROJECT } = heapSnippet
const id = type === 'number' ? Number(project) : project
const script = document.createElement('script')
script.async = true
script.src = form === 'classic' ? loadClassic(stub, id) : loadCurrent(stub, id)
document.head.append(script)

startDesk({ analytics: heap() })
