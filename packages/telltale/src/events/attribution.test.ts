import { describe, expect, it } from 'vitest'
import type { EventDraft, EventIdentity } from '../core/model/event.ts'
import type { Identity } from '../core/model/identity.ts'
import { attribute, type PageState } from './attribution.ts'

const ida: Identity = {
  status: 'known',
  epoch: 'e-2',
  credential: 'c-ida',
  person: { unique_identity: 'ida' },
  name: 'Ida',
  displayIdentity: 'Ida',
}
const resolving: Identity = { status: 'resolving', epoch: 'e-2', credential: 'c-ida' }

const draft = (parts: Partial<EventDraft>): EventDraft => ({
  id: 'd-1',
  name: 'Quote sent',
  at: 0,
  url: '',
  properties: {},
  epoch: 'e-2',
  ...parts,
})

const ready = { epoch: 'e-2', isReady: true, values: {} }
const pending = { epoch: 'e-2', isReady: false, values: {} }
const readyForAnother = { epoch: 'e-1', isReady: true, values: {} }
const epochs = new Map<string, EventIdentity | undefined>([
  ['e-0', undefined],
  ['e-1', { id: 'otto' }],
  ['e-2', { id: 'ida' }],
])

/** Who-am-i has answered for Ida's token, has refused one, and has not answered for any other. */
const owners = {
  of: (credential: string) => ({ 'c-ida': { id: 'ida' }, 'c-refused': {} })[credential],
  isInUse: (credential: string) => credential === 'c-in-use',
}

const wait = undefined
const complete = (identity: EventIdentity, withFlags: boolean) => ({ identity, withFlags })

describe('a draft', () => {
  it.each<[string, EventDraft, Partial<PageState>, object | undefined]>([
    [
      'waits while its identity is resolving',
      draft({}),
      { identity: resolving, epochs: new Map([['e-2', undefined]]) },
      wait,
    ],
    ['waits for the flags', draft({}), { flags: pending }, wait],
    ['does not take the flags of another epoch', draft({}), { flags: readyForAnother }, wait],
    ['is complete with identity and flags', draft({}), {}, complete({ id: 'ida' }, true)],
    [
      'is completed without flags once its deadline has passed',
      draft({}),
      { flags: pending, flagsDeadlineMs: 60_000 },
      complete({ id: 'ida' }, false),
    ],
    ['waits until its deadline', draft({}), { flags: pending, flagsDeadlineMs: 60_001 }, wait],
    [
      'takes flags that are ready even after its deadline',
      draft({}),
      { flagsDeadlineMs: 1 },
      complete({ id: 'ida' }, true),
    ],
    [
      'of an epoch that ended keeps its identity and is completed without flags',
      draft({ epoch: 'e-1', identity: { id: 'otto' } }),
      {},
      complete({ id: 'otto' }, false),
    ],
    [
      'of an epoch that ended gets the identity that was determined in that epoch',
      draft({ epoch: 'e-1' }),
      {},
      complete({ id: 'otto' }, false),
    ],
    ['of an epoch that ended before who-am-i was asked is anonymous', draft({ epoch: 'e-0' }), {}, complete({}, false)],
    [
      'of a token that was replaced before who-am-i answered waits for the owner of that token',
      draft({ epoch: 'e-0', credential: 'c-otto' }),
      { ageMs: 59_999 },
      wait,
    ],
    [
      'of a token that was renewed before who-am-i answered takes the flags of the same person',
      draft({ epoch: 'e-0', credential: 'c-ida' }),
      {},
      complete({ id: 'ida' }, true),
    ],
    [
      'of a token that was replaced is anonymous after a minute without an answer of who-am-i',
      draft({ epoch: 'e-0', credential: 'c-otto' }),
      {},
      complete({}, false),
    ],
    [
      'of the token in use waits for who-am-i as long as it takes',
      draft({ epoch: 'e-0', credential: 'c-in-use' }),
      { ageMs: 3_600_000 },
      wait,
    ],
    [
      'of a token that who-am-i refused is anonymous',
      draft({ epoch: 'e-0', credential: 'c-refused' }),
      {},
      complete({}, false),
    ],
    [
      'of an epoch that ended waits while the next token may belong to the same person',
      draft({ epoch: 'e-1' }),
      { identity: resolving },
      wait,
    ],
    [
      'of an epoch that ended is completed without flags at its deadline, even if who-am-i has not answered for the next token',
      draft({ epoch: 'e-1' }),
      { identity: resolving, flagsDeadlineMs: 60_000 },
      complete({ id: 'otto' }, false),
    ],
    [
      'of an epoch that ended waits for the flags of the same person, whose token was renewed',
      draft({ epoch: 'e-1', identity: { id: 'ida' } }),
      { flags: pending },
      wait,
    ],
    [
      'of an epoch that ended takes the flags of the same person, whose token was renewed',
      draft({ epoch: 'e-1', identity: { id: 'ida' } }),
      {},
      complete({ id: 'ida' }, true),
    ],
    [
      'of another page waits until the current user is known',
      draft({ epoch: 'earlier', identity: { id: 'ida' } }),
      { identity: resolving },
      wait,
    ],
    [
      'of another page and the same identity takes the flags',
      draft({ epoch: 'earlier', identity: { id: 'ida' } }),
      {},
      complete({ id: 'ida' }, true),
    ],
    [
      'of another page and the same identity waits for the flags',
      draft({ epoch: 'earlier', identity: { id: 'ida' } }),
      { flags: pending },
      wait,
    ],
    [
      'of another page and another identity keeps its own',
      draft({ epoch: 'earlier', identity: { id: 'otto' } }),
      {},
      complete({ id: 'otto' }, false),
    ],
    [
      'of another page under impersonation does not get the flags of the user without an impersonator',
      draft({ epoch: 'earlier', identity: { id: 'ida', impersonator: 'sam@support.example' } }),
      {},
      complete({ id: 'ida', impersonator: 'sam@support.example' }, false),
    ],
    [
      'of another page that had not identified its user belongs to the owner of the same token',
      draft({ epoch: 'earlier', credential: 'c-ida' }),
      {},
      complete({ id: 'ida' }, true),
    ],
    [
      'of another page with another token is anonymous after a minute without an answer of who-am-i',
      draft({ epoch: 'earlier', credential: 'c-otto' }),
      {},
      complete({}, false),
    ],
    [
      'of another page and another identity is left to that page for a minute',
      draft({ epoch: 'earlier', identity: { id: 'otto' } }),
      { ageMs: 59_999 },
      wait,
    ],
    [
      'of another page without an identity and a credential is anonymous',
      draft({ epoch: 'earlier' }),
      {},
      complete({}, false),
    ],
  ])('%s', (_title, waiting, state, attribution) => {
    const now = { ageMs: 60_000, identity: ida, owners, flags: ready, epochs }
    expect(attribute(waiting, { ...now, ...state })).toEqual(attribution)
  })
})
