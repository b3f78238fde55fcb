import { createContext } from 'react'
import type { TabConnection } from '../../../src/protocol/consoleConnections.ts'
import { grouped } from '../format/grouped.ts'

/** A value that pages show in place of that of the service. */
export interface Override {
  /** As JSON, which may be cut. */
  readonly value: string
  /** The ids of the users of these pages. `null`: nobody is signed in. */
  readonly users: readonly (string | null)[]
}

/** By key of the flag. */
export type KnownOverrides = Readonly<Record<string, readonly Override[]>>

/** The overrides of the open pages. */
export const OverridesContext = createContext<KnownOverrides>({})

/** What open pages say of their overrides. */
export function overridesIn(tabs: readonly TabConnection[]): KnownOverrides {
  const all = tabs
    .filter(({ isQuiet }) => !isQuiet)
    .flatMap(({ identity, overridden = [] }) => overridden.map((flag) => ({ ...flag, identity })))
  return Object.fromEntries(
    grouped(all, ({ key }) => key).map((ofFlag) => [
      ofFlag[0].key,
      grouped(ofFlag, ({ value }) => value).map((own) => ({
        value: own[0].value,
        users: [...new Set(own.map(({ identity }) => identity))],
      })),
    ]),
  )
}

/** `overridden with true`: what pages show, of one user or of all. */
export function overrideText(overrides: readonly Override[] = [], user?: string): string | undefined {
  const values = overrides.filter(({ users }) => user === undefined || users.includes(user)).map(({ value }) => value)
  return values.length > 0 ? `overridden with ${values.join(', ')}` : undefined
}
