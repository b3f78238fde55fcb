import { Button } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useRef, useState } from 'react'
import { useTelltale } from 'telltale/react'
import { ConsentSwitches } from '../consent/ConsentSwitches.tsx'
import { ownStorage } from '../ownStorage.ts'
import { session } from '../session/session.ts'
import { KeptHere } from './KeptHere.tsx'
import { forgetHere } from './keptEntries.ts'
import classes from './PrivacySection.module.css'
import { Section } from './Section.tsx'

/** What leaves this browser, what is stored in it, and a button that clears the stored data. */
export function PrivacySection() {
  const { identity } = useTelltale()
  const [isAsking, setAsking] = useState(false)
  const ask = useRef<HTMLButtonElement>(null)
  const actions = useRef<HTMLDivElement>(null)
  const cancel = () => {
    setAsking(false)
    if (actions.current?.contains(document.activeElement)) ask.current?.focus()
  }
  // In fields, too.
  useHotkeys(isAsking ? [['Escape', cancel]] : [], [])
  const forget = () => {
    identity.reset()
    session.signOut()
    forgetHere(ownStorage)
    // Stored again after clearing, so that the new page does not sign in the first sample user.
    session.signOut()
    location.assign('/')
  }
  return (
    <Section
      title="Privacy"
      lead="Events say which machine and what was done with it, never a customer’s name, a contact or a note. Your token goes to who-am-i and nowhere else."
    >
      <h3 className={classes.title}>What you have allowed</h3>
      <ConsentSwitches />
      <h3 className={classes.title}>Stored in this browser</h3>
      <KeptHere />
      <div ref={actions} className={classes.actions}>
        <span role="status">{isAsking && 'This also signs you out.'}</span>
        {/* One button, so that the focus stays on it. */}
        <Button ref={ask} variant="default" size="xs" onClick={() => setAsking(!isAsking)}>
          {isAsking ? 'Cancel' : 'Clear data in this browser…'}
        </Button>
        {isAsking && (
          <Button size="xs" onClick={forget}>
            Clear data
          </Button>
        )}
      </div>
    </Section>
  )
}
