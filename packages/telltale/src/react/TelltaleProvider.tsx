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
  return props.telltale
    ? createElement(TelltaleContext.Provider, { value: props.telltale }, props.children)
    : createElement(OwnTelltale, props)
}

interface OwnTelltaleProps {
  settings: Settings
  create: (settings: Settings) => Telltale
  children?: ReactNode
}

const never = () => () => {}

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
function OwnTelltale({ settings, create, children }: OwnTelltaleProps): ReactNode {
  const isInBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  // Settings are read once.
  const [{ start, served, keep }] = useState(() => ownLayer(settings, create))
  const [isServed] = useState(!isInBrowser)
  const [made, setMade] = useState<Telltale>()

  useMountedEffect(keep, [keep])
  // oxlint-disable-next-line react/set-state-in-effect -- React may discard a render: only an effect may create a layer
  useLayoutEffect(() => setMade(start()), [start])

  const telltale = isServed ? served : made
  return telltale && createElement(TelltaleContext.Provider, { value: telltale }, children)
}
