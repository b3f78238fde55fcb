import { Alert, Button } from '@mantine/core'
import { QuestionIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { useIdentity, useTelltale } from 'telltale/react'
import { session } from '../session/session.ts'
import classes from './Notice.module.css'

/** Shows that the user could not be identified, and what that means. */
export function IdentityNotice() {
  const { identity } = useTelltale()
  const { status } = useIdentity()
  const [isTrying, setTrying] = useState(false)
  // During another attempt, the button stays and keeps the focus.
  if (status !== 'unknown' && !isTrying) return null
  const tryAgain = async () => {
    if (isTrying) return
    setTrying(true)
    try {
      await session.retry()
      await identity.refresh()
    } finally {
      setTrying(false)
    }
  }
  return (
    <Alert
      classNames={{ root: classes.notice, message: classes.message }}
      color="gray"
      icon={<QuestionIcon />}
      title="We could not identify you"
      role="alert"
    >
      <div className={classes.row}>
        <p className={classes.text}>You can keep working. The desk uses its standard prices and layout for now.</p>
        <Button variant="default" size="xs" onClick={() => void tryAgain()}>
          {isTrying ? 'Trying…' : 'Try again'}
        </Button>
      </div>
    </Alert>
  )
}
