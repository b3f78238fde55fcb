import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react'
import type { Telltale } from '../layer/createTelltale.ts'
import type { Settings } from '../layer/settings.ts'
import { TelltaleContext } from './TelltaleContext.ts'

interface OwnTelltaleProps {
  settings: Settings
  create: (settings: Settings) => Telltale
  children?: ReactNode
}

const never = () => () => {}

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
  const own = useRef<{ telltale?: Telltale | undefined; isWanted?: boolean }>({})

  useLayoutEffect(() => {
    own.current.isWanted = true
    setTelltale((own.current.telltale ??= start()))
  }, [start])

  // Not the layout effect's end, which comes too when something below suspends: the layer is what that waits for.
  useEffect(
    () => () => {
      own.current.isWanted = false
      // StrictMode and fast refresh end effects only to begin them again at once; and what is below still has to end.
      queueMicrotask(() => {
        if (own.current.isWanted) return
        own.current.telltale?.close()
        own.current.telltale = undefined
      })
    },
    [],
  )

  return telltale && <TelltaleContext.Provider value={telltale}>{children}</TelltaleContext.Provider>
}
