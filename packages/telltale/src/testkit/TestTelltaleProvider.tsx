import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { sameJson } from '../core/lib/json.ts'
import { TelltaleProvider } from '../react/TelltaleProvider.tsx'
import { createTestTelltale, type TestTelltale, type TestTelltaleOptions } from './createTestTelltale.ts'

/** A layer of `createTestTelltale`, or the options for one. */
export type TestTelltaleProviderProps = { children?: ReactNode } & (
  | { telltale: TestTelltale }
  | ({ telltale?: undefined } & TestTelltaleOptions)
)

/**
 * Provides components in a test or a story with a layer, either the test's own or one created from the props. If the props
 * `flags` and `identity` change later, for example by the controls of a story, they change in the layer too.
 *
 * @example
 * ```tsx
 * // React Testing Library
 * render(<TestTelltaleProvider telltale={telltale}><Quote /></TestTelltaleProvider>)
 * // Storybook
 * decorators: [(Story, { args }) => <TestTelltaleProvider flags={args.flags}><Story /></TestTelltaleProvider>]
 * ```
 */
export function TestTelltaleProvider({ children, ...props }: TestTelltaleProviderProps): ReactNode {
  const [own] = useState(() => (props.telltale ? undefined : createTestTelltale(props)))
  const last = useRef(props)

  useLayoutEffect(() => {
    const before = last.current
    last.current = props
    if (!own || props.telltale || before.telltale) return
    for (const [key, value] of Object.entries(props.flags ?? {})) own.setFlag(key as never, value as never)
    if (sameJson(props.identity, before.identity)) return
    if (props.identity === null) own.signOut()
    else own.signIn(props.identity ?? {})
  })

  return <TelltaleProvider telltale={(props.telltale ?? own) as TestTelltale}>{children}</TelltaleProvider>
}
