import { createTelltale, type Observer } from 'telltale'
import { collector } from 'telltale/collector'
import { stage } from 'stage/page/stage'

declare global {
  var losses:
    | {
        track(names: readonly string[], bytes: number): void
        /** The id of the page, as soon as one of its events is complete. */
        id(): string | undefined
      }
    | undefined
}

const { page = '', maxBytes, storage } = Object.fromEntries(new URLSearchParams(location.search))

/** As a browser does that has no room, or is not allowed to keep anything. */
function refuseStorage() {
  Storage.prototype.setItem = () => {
    throw new DOMException('There is no room.', 'QuotaExceededError')
  }
  IDBFactory.prototype.open = () => {
    throw new DOMException('The user does not allow it.', 'SecurityError')
  }
}

if (storage === 'refused') refuseStorage()

let id: string | undefined
const observer: Observer = {
  name: 'id',
  start: ({ on }) => on('event', (event) => void (event.name.includes(` of ${page},`) && (id = event.page))),
}

const telltale = createTelltale({
  // The proxy sees the page in each batch.
  app: { name: 'Losses', platform: page },
  identity: { person: () => ({ unique_identity: 'ida' }) },
  observers: [observer],
  destinations: [collector({ url: `${stage.collector}/collect` })],
  events: {
    steps: [{ name: 'own', process: (event) => (event.name.startsWith('filtered') ? undefined : event) }],
    ...(maxBytes && { maxBytes: Number(maxBytes) }),
  },
})

globalThis.losses = {
  id: () => id,
  track(names, bytes) {
    for (const name of names) telltale.track(name, { text: 'x'.repeat(bytes) })
  },
}
