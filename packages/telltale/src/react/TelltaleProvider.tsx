import { createElement, type ReactNode } from 'react'
import type { Telltale } from '../layer/createTelltale.ts'
import type { Settings } from '../layer/settings.ts'
import { OwnTelltale } from './OwnTelltale.tsx'
import { TelltaleContext } from './TelltaleContext.ts'

/**
 * Either a layer that was made outside of React, which the provider leaves as it is; or the settings of one, and
 * `createTelltale` itself, so that `telltale/react` need not bring it along.
 */
export type TelltaleProviderProps = { children?: ReactNode } & (
  | { telltale: Telltale; settings?: undefined; create?: undefined }
  | { settings: Settings; create: (settings: Settings) => Telltale; telltale?: undefined }
)

/**
 * Gives the layer to the hooks below it. From settings it makes one layer, in StrictMode too, before anything is painted, and
 * closes it when it is unmounted; hidden by `<Activity>`, it goes on, so that nobody is signed out by it. Settings that change
 * afterwards change nothing: give the provider another `key` for another layer. A server renders nothing of a provider with
 * settings: make the layer outside, where pages are rendered on one.
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
