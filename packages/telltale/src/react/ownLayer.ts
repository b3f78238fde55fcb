import type { FlagsPart } from '../flags/flags.ts'
import type { Telltale } from '../layer/createTelltale.ts'
import type { Settings } from '../layer/settings.ts'

/** The layer of one provider, which is made when it is needed, and closed when the provider is gone. */
export function ownLayer(settings: Settings, create: (settings: Settings) => Telltale) {
  let telltale: Telltale | undefined
  let isKept = false
  let isClosed = false

  const start = () => {
    if (!telltale || (isClosed && isKept)) {
      telltale = create(settings)
      isClosed = false
    }
    return telltale
  }

  return {
    start,
    /** For what a server renders, and a page hydrates. */
    served: layerOnCall(settings, start, () => Boolean(telltale)),
    keep() {
      isKept = true
      return () => {
        isKept = false
        // StrictMode and fast refresh run effects again at once, and children unmount after this, so it is closed in a microtask.
        queueMicrotask(() => {
          if (isKept) return
          telltale?.close()
          isClosed = true
        })
      }
    },
  }
}

/** The properties of a layer that are objects. All others are functions. */
const OBJECTS = /^(identity|current|ready|flags|status|diagnostics|refused|consent)$/

/**
 * A layer that is made when a method of it is called. A render on a server, and the one that hydrates it, may be thrown away: it only
 * reads properties, and the flags of the bootstrap. Each property is the same object at each render.
 *
 * @param layer makes the layer, or answers the one that it has made
 * @param isMade whether it has made one
 */
export function layerOnCall(settings: Settings, layer: () => Telltale, isMade: () => boolean): Telltale {
  const { definitions = {} } = settings
  const flags = settings.flags as FlagsPart | undefined
  const bootstrapFlag = (key: string) => flags?.bootstrapFlag?.(key)
  const none = settings.consent ? {} : { consent: undefined, forget: undefined }
  return onCall({}, layer, {
    ...none,
    definitions,
    flags: onCall({}, () => layer().flags, {
      bootstrapFlag,
      getFlag: (key: string) => (isMade() ? layer().flags.getFlag(key as never) : bootstrapFlag(key)),
    }),
  }) as Telltale
}

/** Has the properties of `known`, and all others of what `read` answers. */
function onCall(target: object, read: () => unknown, known: Record<PropertyKey, unknown> = {}): unknown {
  const handler = {
    get: (_: object, name: string | symbol) =>
      name in known
        ? known[name]
        : (known[name] = onCall(OBJECTS.test(String(name)) ? {} : () => {}, () => (read() as typeof known)[name])),
    apply: (_: object, _this: unknown, args: unknown[]) => (read() as (...args: unknown[]) => unknown)(...args),
  }
  return new Proxy(target, handler)
}
