import * as React from 'react'
import {
  createElement,
  useEffect,
  useInsertionEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react'
import type { Telltale } from '../layer/createTelltale.ts'
import type { Settings } from '../layer/settings.ts'
import { TelltaleContext } from './TelltaleContext.ts'

interface OwnTelltaleProps {
  settings: Settings
  create: (settings: Settings) => Telltale
  children?: ReactNode
}

const never = () => () => {}

/**
 * The effect that lasts as long as the component: not the layout effect, which ends when something below suspends, and the layer
 * is what that waits for. A React that can hide what it keeps, by `<Activity>`, ends all effects then but insertion effects; one
 * that cannot does not end those of what is removed while it is suspended.
 */
const useWhileKept = 'Activity' in React ? useInsertionEffect : useEffect

/** Makes a layer, and closes it. Not on a server, and not while the page that it rendered is hydrated. */
export function OwnTelltale(props: OwnTelltaleProps): ReactNode {
  const isInBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  return isInBrowser && createElement(Start, props)
}

/** A render may be thrown away: it makes nothing. The layout effect's own render comes before anything is painted. */
function Start({ settings, create, children }: OwnTelltaleProps): ReactNode {
  const [telltale, setTelltale] = useState<Telltale>()
  // Settings are read once.
  const [start] = useState(() => () => create(settings))
  const own = useRef<{ telltale?: Telltale | undefined; isKept?: boolean }>({})

  useWhileKept(() => {
    own.current.isKept = true
    return () => {
      own.current.isKept = false
      // StrictMode and fast refresh end effects only to begin them again at once; and what is below still has to end.
      queueMicrotask(() => {
        if (own.current.isKept) return
        own.current.telltale?.close()
        own.current.telltale = undefined
      })
    }
  }, [])

  useLayoutEffect(() => setTelltale((own.current.telltale ??= start())), [start])

  return telltale && createElement(TelltaleContext.Provider, { value: telltale }, children)
}
