import { CalendarIcon, GearIcon, LinkExternalIcon, NoteIcon, ToolsIcon } from '@primer/octicons-react'
import { useIdentity } from 'telltale/react'
import { Link, useLocation } from 'wouter'
import { rentals } from '../rentals/rentals.ts'
import { rentalsFor } from '../rentals/rentalsFor.ts'
import { rentalState } from '../rentals/rentalState.ts'
import { services } from '../services.ts'
import { useStore } from '../useStore.ts'
import classes from './Navigation.module.css'

const pages = [
  { path: '/', name: 'Fleet', Icon: ToolsIcon },
  { path: '/rentals', name: 'Rentals', Icon: CalendarIcon },
  { path: '/quotes', name: 'Quotes', Icon: NoteIcon },
  { path: '/settings', name: 'Settings', Icon: GearIcon },
]

/** The navigation between pages: in the header, or at the bottom of a narrow screen. */
export function Navigation() {
  const [location] = useLocation()
  const isHere = (path: string) => (path === '/' ? location === '/' : location.startsWith(path))
  return (
    <nav className={classes.nav} aria-label="Pages">
      {pages.map(({ path, name, Icon }) => (
        <Link key={path} href={path} className={classes.link} aria-current={isHere(path) ? 'page' : undefined}>
          <Icon className={classes.icon ?? ''} size={20} aria-hidden="true" />
          <span>{name}</span>
          {path === '/rentals' && <OverdueCount />}
        </Link>
      ))}
      <a className={`${classes.link} ${classes.console}`} href={`${services}/#live`} target="_blank" rel="noopener">
        <LinkExternalIcon className={classes.icon ?? ''} size={20} aria-hidden="true" />
        <span>Console</span>
      </a>
    </nav>
  )
}

/** The number of overdue rentals. Shown on every page, because it is the most important number for the desk. */
function OverdueCount() {
  const seen = rentalsFor(useIdentity(), useStore(rentals))
  const late = seen.filter((rental) => rentalState(rental) === 'overdue').length
  if (late === 0) return null
  return (
    <span className={classes.late}>
      {late}
      <span className={classes.spoken}> overdue</span>
    </span>
  )
}
