import { Button, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTelltale } from 'telltale/react'
import { Brand } from '../shell/Brand.tsx'
import { signingIn } from './sampleUsers.ts'
import { session } from './session.ts'
import surfaces from '../theme/surfaces.module.css'
import classes from './SignedOut.module.css'
import { useSampleUsers } from './useSampleUsers.ts'

/** The page of a signed-out user. Signing in as a sample user takes no password. */
export function SignedOut() {
  const { identity } = useTelltale()
  const { sample, retry } = useSampleUsers()
  const title = useRef<HTMLHeadingElement>(null)
  // The button that signed the user out is removed, which would lose the focus.
  useEffect(() => {
    document.title = 'Signed out · Rental Desk'
    title.current?.focus()
  }, [])
  const signIn = (token: string) => {
    session.signIn(token)
    void identity.refresh()
  }
  return (
    <main className={classes.page}>
      <div className={`${surfaces.sheet} ${classes.card}`}>
        <div className={classes.brand}>
          <Brand />
        </div>
        <h1 ref={title} className={`desk-focus ${classes.title}`} tabIndex={-1}>
          You are signed out
        </h1>
        {sample.status === 'loading' && <Text c="dimmed">Loading…</Text>}
        {sample.status === 'failed' && (
          <div role="alert">
            <Text mb="sm">The sample users could not be loaded. Are the local services running?</Text>
            <Button variant="default" onClick={retry}>
              Try again
            </Button>
          </div>
        )}
        {sample.status === 'ready' && (
          <ul className={classes.users}>
            {signingIn(sample.users).map(({ token, identity: user }) => (
              <li key={token}>
                <Button variant="default" fullWidth justify="space-between" onClick={() => signIn(token)}>
                  <span>Sign in as {user.user_name}</span>
                  <span className={classes.company}>{user.company_name}</span>
                </Button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </main>
  )
}
