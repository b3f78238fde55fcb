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
  const own = useRef<{ telltale?: Telltale | undefined; isWanted?: boolean }>({}).current

  useLayoutEffect(() => {
    own.isWanted = true
    setTelltale((own.telltale ??= create(settings)))
    // oxlint-disable-next-line react/exhaustive-deps -- settings are read once
  }, [])

  // Not the layout effect's end, which comes too when something below suspends: the layer is what that waits for.
  useEffect(
    () => () => {
      own.isWanted = false
      // StrictMode and fast refresh end effects only to begin them again at once; and what is below still has to end.
      queueMicrotask(() => {
        if (own.isWanted) return
        own.telltale?.close()
        own.telltale = undefined
      })
    },
    [own],
  )

  return telltale && <TelltaleContext.Provider value={telltale}>{children}</TelltaleContext.Provider>
}
