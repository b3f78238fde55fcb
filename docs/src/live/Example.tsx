import { useSyncExternalStore, type ReactNode } from 'react'
import styles from './live.module.css'

interface ExampleProps {
  readonly name: string
  readonly children: ReactNode
}

/** A live example. Its buttons are disabled until the script of the page has loaded: before that they would do nothing. */
export function Example({ name, children }: ExampleProps) {
  const isHydrated = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
  return (
    <section aria-label={`Live example: ${name}`} data-markdown="none" data-pagefind-ignore>
      <fieldset className={`${styles.live} not-content`} disabled={!isHydrated}>
        {children}
      </fieldset>
    </section>
  )
}

const neverChanges = () => () => {}
