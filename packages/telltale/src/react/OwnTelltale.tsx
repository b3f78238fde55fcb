import * as React from 'react'
import {
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
 * Whether React can hide what it keeps. Insertion effects then outlive the hiding, and end with the rest. The Reacts before that
 * do not end those of what is removed while it is suspended.
 */
const canHide = 'Activity' in React

/** Makes a layer, and closes it. Not on a server, and not while the page that it rendered is hydrated. */
export function OwnTelltale(props: OwnTelltaleProps): ReactNode {
  const isInBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  return isInBrowser && <Start {...props} />
}

/** A render may be thrown away: it makes nothing. The layout effect's own render comes before anything is painted. */
function Start({ settings, create, children }: OwnTelltaleProps): ReactNode {
  const [telltale, setTelltale] = useState<Telltale>()
  // Settings are read once.
  const [start] = useState(() => () => create(settings))
  const own = useRef<{ telltale?: Telltale | undefined; isShown?: boolean; isMounted?: boolean }>({})

  const ending = (what: 'isShown' | 'isMounted') => () => {
    own.current[what] = false
    // StrictMode and fast refresh end effects only to begin them again at once; and what is below still has to end.
    queueMicrotask(() => {
      if (own.current.isShown || own.current.isMounted) return
      own.current.telltale?.close()
      own.current.telltale = undefined
    })
  }

  useInsertionEffect(() => {
    own.current.isMounted = canHide
    return ending('isMounted')
  }, [])

  useLayoutEffect(() => {
    own.current.isShown = true
    setTelltale((own.current.telltale ??= start()))
  }, [start])

  // Not the layout effect's end, which comes too when something below suspends: the layer is what that waits for.
  useEffect(() => ending('isShown'), [])

  return telltale && <TelltaleContext.Provider value={telltale}>{children}</TelltaleContext.Provider>
}
