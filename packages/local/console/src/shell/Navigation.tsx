import {
  AlertIcon,
  BeakerIcon,
  BugIcon,
  FlagIcon,
  GraphIcon,
  PeopleIcon,
  PlugIcon,
  PulseIcon,
  ZapIcon,
} from '@primer/octicons-react'
import { countText } from '../format/countText.ts'
import classes from './Navigation.module.css'
import { routeHash, VIEW_NAMES, VIEWS, type View } from './route.ts'
import { UnsavedMark } from './UnsavedMark.tsx'
import type { LastOpen } from './useLastOpen.ts'

interface NavigationProps {
  readonly marks: Readonly<Partial<Record<View, number>>>
  /** The view of problems has warnings, and no errors. */
  readonly isWarning?: boolean
  /** The views with unsaved changes. */
  readonly unsaved: readonly View[]
  readonly view: View
  /** What was open in a view when the user left it. */
  readonly lastOpen: LastOpen
}

const ICONS: Readonly<Record<View, typeof PulseIcon>> = {
  live: PulseIcon,
  flags: FlagIcon,
  people: PeopleIcon,
  problems: AlertIcon,
  connections: PlugIcon,
  faults: ZapIcon,
  charts: GraphIcon,
  experiments: BeakerIcon,
  errors: BugIcon,
}

/** What the number beside a view counts. */
const COUNTED: Readonly<Partial<Record<View, string>>> = {
  problems: 'problem',
  connections: 'open tab',
  faults: 'simulated fault',
}

/** The views of the console, with counters where they are useful. Only that of problems asks for attention. */
export function Navigation({ marks, isWarning = false, unsaved, view, lastOpen }: NavigationProps) {
  return (
    <nav className={classes.parts} aria-label="Parts">
      {VIEWS.map((one) => {
        const Icon = ICONS[one]
        const mark = marks[one] ?? 0
        const isMild = one === 'problems' && isWarning
        const says = countText(mark, isMild ? 'warning' : (COUNTED[one] ?? ''))
        return (
          <a
            className={classes.part}
            href={routeHash({ view: one, open: undefined, ...lastOpen[one], ...(one === view && { open: undefined }) })}
            aria-current={one === view ? 'page' : undefined}
            key={one}
          >
            <Icon size={16} aria-hidden />
            <span>{VIEW_NAMES[one]}</span>
            {unsaved.includes(one) && <UnsavedMark />}
            {mark > 0 && (
              <span
                className={classes.mark}
                role="img"
                aria-label={says}
                title={says}
                data-part={one}
                data-warning={isMild || undefined}
              >
                {mark}
              </span>
            )}
          </a>
        )
      })}
    </nav>
  )
}
