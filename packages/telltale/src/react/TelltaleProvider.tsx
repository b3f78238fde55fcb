import * as React from 'react'
import {
  createElement,
  type ReactNode,
  useEffect,
  useInsertionEffect,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import type { Telltale } from '../layer/createTelltale.ts'
import type { Settings } from '../layer/settings.ts'
import { ownLayer } from './ownLayer.ts'
import { TelltaleContext } from './useTelltale.ts'

/** Either a layer that was created outside of React, or settings and `createTelltale`. */
export type TelltaleProviderProps = {
  /** What uses the layer. */
  children?: ReactNode
  /**
   * What stands for the session of the user, such as the object or the promise of an auth library, or the id of the user. When its
   * value changes (`Object.is`), `identity.refresh()` is called. Its contents are not read.
   */
  session?: unknown
} & (
  | {
      /** A layer that was created outside of React. The provider does not close it. */
      telltale: Telltale
      settings?: undefined
      create?: undefined
    }
  | {
      /** The settings of the layer. Later changes have no effect: change the `key` of the provider. */
      settings: Settings
      /** `createTelltale`. It is a prop so that `telltale/react` does not contain it. */
      create: (settings: Settings) => Telltale
      telltale?: undefined
    }
)

/**
 * Provides the layer to the hooks below it. With settings, it creates one layer before the first paint, also in StrictMode, and
 * closes it when it is unmounted. A provider that `<Activity>` hides keeps its layer. Later changes of the settings have no effect:
 * change the `key` of the provider to create another layer. On a server, a provider with settings creates no layer: it renders with
 * the `bootstrap` of the flags, and the page hydrates with it.
 *
 * @example
 * ```tsx
 * <TelltaleProvider create={createTelltale} settings={settings}>…</TelltaleProvider>
 * ```
 */
export function TelltaleProvider(props: TelltaleProviderProps): ReactNode {
  return props.telltale ? createElement(ProvidedTelltale, props) : createElement(OwnTelltale, props)
}

interface ProvidedTelltaleProps {
  telltale: Telltale
  session?: unknown
  children?: ReactNode
}

function ProvidedTelltale({ telltale, session, children }: ProvidedTelltaleProps): ReactNode {
  // At the start, the layer has asked by itself.
  const [isAsked] = useState(() => sessionWatch(session))
  // The first child: its effect comes before those of the application, which may track what the new user does.
  const asking = useIsInBrowser() && createElement(AskAgain, { telltale, session, isAsked })
  return createElement(TelltaleContext.Provider, { value: telltale }, asking, children)
}

/** Returns a function that says whether the session is the one of its last call. */
function sessionWatch(known: unknown) {
  return (session: unknown) => {
    const isAsked = Object.is(known, session)
    known = session
    return isAsked
  }
}

interface AskAgainProps {
  telltale: Telltale
  session: unknown
  isAsked(session: unknown): boolean
}

/** Asks who is signed in when the session has changed. React 18 warns of its effect on a server. */
function AskAgain({ telltale, session, isAsked }: AskAgainProps): ReactNode {
  useLayoutEffect(() => {
    if (!isAsked(session)) void telltale.identity.refresh()
  }, [telltale, session, isAsked])
  return null
}

interface OwnTelltaleProps {
  session?: unknown
  settings: Settings
  create: (settings: Settings) => Telltale
  children?: ReactNode
}

const never = () => () => {}

/** False on a server and during hydration. */
const useIsInBrowser = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

/**
 * An effect that lasts as long as the component is mounted. A layout effect does not: it ends when a child suspends, and children
 * suspend to wait for the layer. A React with `<Activity>` ends all effects of a hidden component except insertion effects. A React
 * without it never ends the insertion effects of a component that is removed while it is suspended.
 */
const useMountedEffect = 'Activity' in React ? useInsertionEffect : useEffect

/**
 * Creates a layer and closes it. It creates nothing while rendering, because React may discard a render. In a browser, the render of
 * the layout effect comes before the paint. The first effect creates the layer of what a server has rendered and a page hydrates.
 */
function OwnTelltale({ settings, create, session, children }: OwnTelltaleProps): ReactNode {
  const isInBrowser = useIsInBrowser()
  // Settings are read once.
  const [{ start, served, keep }] = useState(() => ownLayer(settings, create))
  const [isServed] = useState(!isInBrowser)
  const [made, setMade] = useState<Telltale>()

  useMountedEffect(keep, [keep])
  // oxlint-disable-next-line react/set-state-in-effect -- React may discard a render: only an effect may create a layer
  useLayoutEffect(() => setMade(start()), [start])

  const telltale = isServed ? served : made
  return telltale && createElement(ProvidedTelltale, { telltale, session }, children)
}
