import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { sameJson } from '../core/lib/sameJson.ts'
import { TelltaleProvider } from '../react/TelltaleProvider.tsx'
import { createTestTelltale, type TestTelltale, type TestTelltaleOptions } from './createTestTelltale.ts'

/** A layer that a test has made, or what one is made of. */
export type TestTelltaleProviderProps = { children?: ReactNode } & (
  { telltale: TestTelltale } | ({ telltale?: undefined } & TestTelltaleOptions)
)

/**
 * Gives components in a test or a story a layer, made by the test or from what the props say. Flags and an identity that change
 * afterwards, as by the controls of a story, change in the layer too.
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
