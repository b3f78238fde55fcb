import { describe, expect, it } from 'vitest'
import type { Identity, Person } from '../core/model/identity.ts'
import { nextIdentity, type IdentityStep } from './nextIdentity.ts'

const ida: Person = { unique_identity: 'ida' }
const idaRenamed: Person = { unique_identity: 'ida', user_name: 'Ida Berg' }
const idaMimicked: Person = { unique_identity: 'ida', mimic_user: 'sam@support.example' }
const otto: Person = { unique_identity: 'otto' }

const now = { epoch: 'now', tokenDigest: 'c-1' }
const resolving: Identity = { status: 'resolving', ...now }
const unknown: Identity = { status: 'unknown', reason: 'failed', ...now }
const known = (person: Person): Identity => ({ status: 'known', ...now, person, name: '', displayIdentity: '' })
const atStart: Identity = { status: 'resolving', epoch: 'now' }
const signedOut: Identity = { status: 'unknown', reason: 'signed-out', epoch: 'now' }

const asked = (tokenDigest: string, person?: Person): IdentityStep => ({ type: 'asked', tokenDigest, person })
const answered = (person: Person): IdentityStep => ({ type: 'answered', person })
const failed: IdentityStep = { type: 'failed', reason: 'failed' }

describe('the identity', () => {
  it.each<[string, Identity, IdentityStep, string, 'goes on' | 'begins']>([
    ['resolved', resolving, answered(ida), 'known', 'goes on'],
    ['not resolved', resolving, failed, 'unknown', 'begins'],
    ['confirmed', known(ida), answered(ida), 'known', 'goes on'],
    ['confirmed with another name', known(ida), answered(idaRenamed), 'known', 'goes on'],
    ['changed to another person', known(ida), answered(otto), 'known', 'begins'],
    ['impersonated from now on', known(ida), answered(idaMimicked), 'known', 'begins'],
    ['no longer impersonated', known(idaMimicked), answered(ida), 'known', 'begins'],
    ['lost', known(ida), failed, 'unknown', 'begins'],
    ['not resolved again', unknown, failed, 'unknown', 'goes on'],
    ['resolved later', unknown, answered(ida), 'known', 'begins'],
    ['asked for the first time', atStart, asked('c-1'), 'resolving', 'goes on'],
    ['asked again with the same token', known(ida), asked('c-1'), 'known', 'goes on'],
    ['asked again after a failure, with the same token', unknown, asked('c-1'), 'unknown', 'goes on'],
    ['asked again with the same token, and remembered otherwise', known(ida), asked('c-1', otto), 'known', 'goes on'],
    ['asked again after a failure, and remembered', unknown, asked('c-1', ida), 'unknown', 'goes on'],
    ['asked for the first time, and remembered', atStart, asked('c-1', ida), 'known', 'goes on'],
    ['asked for with another token, and remembered', known(ida), asked('c-2', otto), 'known', 'begins'],
    ['asked for with another token', known(ida), asked('c-2'), 'resolving', 'begins'],
    ['asked for with another token before the first answer', resolving, asked('c-2'), 'resolving', 'begins'],
    ['signing in after a logout', signedOut, asked('c-1'), 'resolving', 'begins'],
    ['without a token from the start', atStart, { type: 'nobody' }, 'unknown', 'goes on'],
    ['still without a token', signedOut, { type: 'nobody' }, 'unknown', 'goes on'],
    ['without a token after a known identity', known(ida), { type: 'nobody' }, 'unknown', 'begins'],
    ['without a token after an owner that was not resolved', unknown, { type: 'nobody' }, 'unknown', 'begins'],
    ['without a token before the answer', resolving, { type: 'nobody' }, 'unknown', 'begins'],
    ['pending without a token from the start', atStart, { type: 'pending' }, 'resolving', 'goes on'],
    ['pending after the token has been removed', resolving, { type: 'pending' }, 'resolving', 'begins'],
    ['signed out', known(ida), { type: 'reset' }, 'unknown', 'begins'],
    ['signed out while resolving', resolving, { type: 'reset' }, 'unknown', 'begins'],
  ])('%s', (_title, before, event, status, epoch) => {
    const after = nextIdentity(before, event, 'fresh')
    expect(after.status).toBe(status)
    expect(after.epoch).toBe(epoch === 'goes on' ? 'now' : 'fresh')
  })

  it('the identity keeps the digest of the token in use, and drops it without a token', () => {
    const asking = nextIdentity(atStart, asked('c-2'), 'fresh')
    expect(asking.tokenDigest).toBe('c-2')
    expect(nextIdentity(asking, answered(ida), 'fresh').tokenDigest).toBe('c-2')
    expect(nextIdentity(asking, failed, 'fresh').tokenDigest).toBe('c-2')
    expect(nextIdentity(atStart, failed, 'fresh')).not.toHaveProperty('tokenDigest')
    expect(nextIdentity(asking, { type: 'reset' }, 'fresh')).not.toHaveProperty('tokenDigest')
    expect(nextIdentity(asking, { type: 'nobody' }, 'fresh')).not.toHaveProperty('tokenDigest')
  })

  it.each<[string, IdentityStep, string]>([
    ['a reset', { type: 'reset' }, 'signed-out'],
    ['a missing token', { type: 'nobody' }, 'signed-out'],
    ['a token that who-am-i refuses', { type: 'failed', reason: 'refused' }, 'refused'],
    ['a failure of who-am-i', failed, 'failed'],
  ])('after %s, the unknown identity says why', (_title, event, reason) => {
    expect(nextIdentity(known(ida), event, 'fresh')).toMatchObject({ status: 'unknown', reason })
  })

  it('a new answer about the same person updates the identity', () => {
    expect(nextIdentity(known(ida), answered(idaRenamed), 'fresh')).toMatchObject({
      person: idaRenamed,
      name: 'Ida Berg',
      displayIdentity: 'Ida Berg',
    })
  })

  it('the identity has the impersonator, and its display identity shows both people', () => {
    expect(nextIdentity(resolving, answered({ ...idaMimicked, user_name: 'Ida Berg' }), 'fresh')).toMatchObject({
      impersonator: 'sam@support.example',
      name: 'Ida Berg',
      displayIdentity: 'sam@support.example as Ida Berg',
    })
  })
})
