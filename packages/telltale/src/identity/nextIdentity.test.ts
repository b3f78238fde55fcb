import { describe, expect, it } from 'vitest'
import type { Identity, Person } from '../core/model/identity.ts'
import { nextIdentity, type IdentityEvent } from './nextIdentity.ts'

const ida: Person = { unique_identity: 'ida' }
const idaRenamed: Person = { unique_identity: 'ida', user_name: 'Ida Berg' }
const idaMimicked: Person = { unique_identity: 'ida', mimic_user: 'sam@support.example' }
const otto: Person = { unique_identity: 'otto' }

const now = { epoch: 'now', credential: 'c-1' }
const resolving: Identity = { status: 'resolving', ...now }
const unknown: Identity = { status: 'unknown', ...now }
const known = (person: Person): Identity => ({ status: 'known', ...now, person, displayIdentity: '' })
const atStart: Identity = { status: 'resolving', epoch: 'now' }
const signedOut: Identity = { status: 'unknown', epoch: 'now' }

const asked = (credential: string, cached?: Person): IdentityEvent => ({ type: 'asked', credential, cached })
const answered = (person?: Person): IdentityEvent => ({ type: 'answered', person })

describe('the identity', () => {
  it.each<[string, Identity, IdentityEvent, string, 'goes on' | 'begins']>([
    ['found out', resolving, answered(ida), 'known', 'goes on'],
    ['not found out', resolving, answered(), 'unknown', 'goes on'],
    ['confirmed', known(ida), answered(ida), 'known', 'goes on'],
    ['confirmed with another name', known(ida), answered(idaRenamed), 'known', 'goes on'],
    ['somebody else', known(ida), answered(otto), 'known', 'begins'],
    ['impersonated from now on', known(ida), answered(idaMimicked), 'known', 'begins'],
    ['no longer impersonated', known(idaMimicked), answered(ida), 'known', 'begins'],
    ['lost', known(ida), answered(), 'unknown', 'begins'],
    ['still not found out', unknown, answered(), 'unknown', 'goes on'],
    ['found out after all', unknown, answered(ida), 'known', 'begins'],
    ['asked for the first time', atStart, asked('c-1'), 'resolving', 'goes on'],
    ['asked again with the same token', known(ida), asked('c-1'), 'known', 'goes on'],
    ['asked again in vain, with the same token', unknown, asked('c-1'), 'unknown', 'goes on'],
    ['asked for the first time, and remembered', atStart, asked('c-1', ida), 'known', 'goes on'],
    ['behind another token that is remembered', known(ida), asked('c-2', otto), 'known', 'begins'],
    ['behind another token', known(ida), asked('c-2'), 'resolving', 'begins'],
    ['behind another token before the first answer', resolving, asked('c-2'), 'resolving', 'begins'],
    ['signing in after a logout', signedOut, asked('c-1'), 'resolving', 'begins'],
    ['nobody from the start', atStart, { type: 'nobody' }, 'unknown', 'goes on'],
    ['still nobody', signedOut, { type: 'nobody' }, 'unknown', 'goes on'],
    ['nobody, as a token is gone', known(ida), { type: 'nobody' }, 'unknown', 'begins'],
    ['nobody, as a token is gone whose owner was not found out', unknown, { type: 'nobody' }, 'unknown', 'begins'],
    ['nobody, as a token is gone before the answer', resolving, { type: 'nobody' }, 'unknown', 'begins'],
    ['held without a token from the start', atStart, { type: 'held' }, 'resolving', 'goes on'],
    ['held as a token is gone', resolving, { type: 'held' }, 'resolving', 'begins'],
    ['held after a logout', atStart, { type: 'held', isReset: true }, 'resolving', 'begins'],
    ['remembered once it is known where to ask', resolving, asked('c-1', ida), 'known', 'goes on'],
    ['signed out', known(ida), { type: 'reset' }, 'unknown', 'begins'],
    ['signed out while being found out', resolving, { type: 'reset' }, 'unknown', 'begins'],
  ])('%s', (_title, before, event, status, epoch) => {
    const after = nextIdentity(before, event, 'fresh')
    expect(after.status).toBe(status)
    expect(after.epoch).toBe(epoch === 'goes on' ? 'now' : 'fresh')
  })

  it('remembers the token that was asked with for as long as it is there', () => {
    const asking = nextIdentity(atStart, asked('c-2'), 'fresh')
    expect(asking.credential).toBe('c-2')
    expect(nextIdentity(asking, answered(ida), 'fresh').credential).toBe('c-2')
    expect(nextIdentity(asking, answered(), 'fresh').credential).toBe('c-2')
    expect(nextIdentity(asking, { type: 'reset' }, 'fresh')).not.toHaveProperty('credential')
    expect(nextIdentity(asking, { type: 'nobody' }, 'fresh')).not.toHaveProperty('credential')
  })

  it('takes over what a new answer says about the same person', () => {
    expect(nextIdentity(known(ida), answered(idaRenamed), 'fresh')).toMatchObject({
      person: idaRenamed,
      displayIdentity: 'Ida Berg',
    })
  })

  it('knows the impersonator and shows both', () => {
    expect(nextIdentity(resolving, answered({ ...idaMimicked, user_name: 'Ida Berg' }), 'fresh')).toMatchObject({
      impersonator: 'sam@support.example',
      displayIdentity: 'sam@support.example as Ida Berg',
    })
  })
})
