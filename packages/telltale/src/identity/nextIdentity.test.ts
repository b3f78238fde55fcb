import { describe, expect, it } from 'vitest'
import type { Identity, Person } from '../core/model/identity.ts'
import { nextIdentity, type IdentityEvent } from './nextIdentity.ts'

const ida: Person = { unique_identity: 'ida' }
const idaRenamed: Person = { unique_identity: 'ida', user_name: 'Ida Berg' }
const idaMimicked: Person = { unique_identity: 'ida', mimic_user: 'sam@support.example' }
const otto: Person = { unique_identity: 'otto' }

const resolving: Identity = { status: 'resolving', epoch: 'now' }
const unknown: Identity = { status: 'unknown', epoch: 'now' }
const known = (person: Person): Identity => ({ status: 'known', epoch: 'now', person, displayIdentity: '' })

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
    ['behind another token', known(ida), { type: 'credential-changed' }, 'resolving', 'begins'],
    ['signed out', known(ida), { type: 'reset' }, 'unknown', 'begins'],
    ['signed out while being found out', resolving, { type: 'reset' }, 'unknown', 'begins'],
  ])('%s', (_title, before, event, status, epoch) => {
    const after = nextIdentity(before, event, 'fresh')
    expect(after.status).toBe(status)
    expect(after.epoch).toBe(epoch === 'goes on' ? 'now' : 'fresh')
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
