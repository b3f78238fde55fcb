import { useCallback, useSyncExternalStore } from 'react'
import type { FlagKey, FlagsStatus } from 'telltale'
import { useTelltale } from 'telltale/react'
import { flags } from '../flags.ts'
import classes from './FlagsSection.module.css'
import { reasonLine } from './reasonLine.ts'
import { Section } from './Section.tsx'

const statusNames: Readonly<Record<FlagsStatus, string>> = {
  initialising: 'Loading',
  cached: 'From your last visit',
  live: 'Live',
  failed: 'Unavailable',
}

/** The values of the flags and their reasons. Showing them here records no exposure. */
export function FlagsSection() {
  const { status } = useTelltale().flags
  const now = useSyncExternalStore(status.subscribe, status.get)
  return (
    <Section
      title="Your feature flags"
      beside={
        <span className={classes.status} data-flags={now}>
          {statusNames[now]}
        </span>
      }
    >
      <ul className={classes.flags} aria-label="Flags">
        {(Object.keys(flags) as FlagKey[]).map((key) => (
          <FlagItem key={key} flagKey={key} />
        ))}
      </ul>
    </Section>
  )
}

function FlagItem({ flagKey }: { flagKey: FlagKey }) {
  const telltale = useTelltale()
  const watch = useCallback((onChange: () => void) => telltale.flags.watch(flagKey, onChange), [telltale, flagKey])
  const flag = useSyncExternalStore(watch, () => telltale.flags.getFlag(flagKey))
  const value = flag ? flag.value : flags[flagKey].default
  return (
    <li className={classes.flag}>
      <code className={classes.key}>{flagKey}</code>
      <code className={classes.value} data-on={value === true || undefined}>
        {typeof value === 'string' ? value : JSON.stringify(value)}
      </code>
      <span className={classes.reason}>{reasonLine(flag?.reason)}</span>
    </li>
  )
}
