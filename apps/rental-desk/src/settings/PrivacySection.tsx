import { Button } from '@mantine/core'
import { useRef, useState, type KeyboardEvent } from 'react'
import { useTelltale } from 'telltale/react'
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
  const cancel = ({ key }: KeyboardEvent) => {
    if (!isAsking || key !== 'Escape') return
    setAsking(false)
    ask.current?.focus()
  }
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
      <h3 className={classes.title}>Stored in this browser</h3>
      <KeptHere />
      <div className={classes.actions} onKeyDown={cancel}>
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
