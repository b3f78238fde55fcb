import { Button, CopyButton, NativeSelect } from '@mantine/core'
import { CheckIcon, EyeIcon, KeyIcon, SignInIcon } from '@primer/octicons-react'
import { useState } from 'react'
import type { TabConnection } from '../../../src/protocol/consoleConnections.ts'
import type { LocalUser } from '../../../src/users/usersFile.ts'
import { command } from '../feed/command.ts'
import { nameOf } from './nameOf.ts'
import classes from './SignIn.module.css'
import { openPages, signInLink } from './signInLink.ts'

interface SignInProps {
  readonly user: LocalUser
  readonly users: readonly LocalUser[]
  readonly tabs: readonly TabConnection[]
  readonly isLive: boolean
}

/** Opens the application signed in as a person, or as a person who is impersonated by another. Can also copy a token for it. */
export function SignIn({ user, users, tabs, isLive }: SignInProps) {
  const pages = openPages(tabs)
  const [chosen, setChosen] = useState<string>()
  const page = pages.find((one) => one === chosen) ?? pages[0]
  const others = users.filter(({ identity }) => identity.unique_identity !== user.identity.unique_identity)
  const [by, setBy] = useState<string>()
  const looker = others.find(({ identity }) => identity.unique_identity === by) ?? others[0]
  const [says, setSays] = useState<string>()
  const id = user.identity.unique_identity

  async function copyImpersonation(): Promise<void> {
    if (looker === undefined) return
    const path = `/console/people/${encodeURIComponent(id)}/impersonate`
    const answer = await command(path, { by: looker.identity.unique_identity })
    if (answer.outcome === 'refused') return setSays(answer.message)
    const { token } = answer.body as { readonly token: string }
    await navigator.clipboard.writeText(token)
    return setSays(`Copied: the token of ${nameOf(looker)}, viewing as ${nameOf(user)}.`)
  }

  return (
    <section className={classes.signIn} aria-label="Sign in">
      <div className={classes.line}>
        {page !== undefined && (
          <Button
            component="a"
            href={signInLink(page, id)}
            target="_blank"
            rel="noopener"
            size="compact-sm"
            leftSection={<SignInIcon size={14} />}
          >
            Sign in as {nameOf(user)}
          </Button>
        )}
        <CopyButton value={user.token}>
          {({ copied, copy }) => (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={copied ? <CheckIcon size={14} /> : <KeyIcon size={14} />}
              onClick={copy}
            >
              {copied ? 'Copied' : 'Copy token'}
            </Button>
          )}
        </CopyButton>
        {pages.length > 1 && (
          <NativeSelect
            size="xs"
            aria-label="Page to open"
            value={page}
            onChange={(change) => setChosen(change.currentTarget.value)}
            data={[...pages]}
          />
        )}
        {page === undefined && (
          <span className={classes.hint}>
            Open the application in a tab. Then you can sign in as {nameOf(user)} from here.
          </span>
        )}
      </div>
      {looker !== undefined && (
        <div className={classes.line}>
          <EyeIcon className={classes.eye ?? ''} size={15} aria-hidden />
          <NativeSelect
            size="xs"
            aria-label="Impersonator"
            value={looker.identity.unique_identity}
            onChange={(change) => setBy(change.currentTarget.value)}
            data={others.map((one) => ({ value: one.identity.unique_identity, label: nameOf(one) }))}
          />
          <span className={classes.as}>viewing as {nameOf(user)}</span>
          {page !== undefined && (
            <Button
              component="a"
              href={signInLink(page, id, looker.identity.unique_identity)}
              target="_blank"
              rel="noopener"
              size="compact-sm"
              variant="default"
            >
              Impersonate
            </Button>
          )}
          <Button size="compact-sm" variant="default" disabled={!isLive} onClick={() => void copyImpersonation()}>
            Copy impersonation token
          </Button>
        </div>
      )}
      <p className={classes.says} role="status">
        {says}
      </p>
    </section>
  )
}
