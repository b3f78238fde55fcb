import { describe, expect, it } from 'vitest'
import { DATADOG } from '../../core/model/vendorLimits.ts'
import { fakeDatadog } from './fakeDatadog.ts'

const init = { applicationId: 'a', clientToken: 't' }

function started() {
  const rum = fakeDatadog()
  rum.init(init)
  return { rum, last: () => rum.received.at(-1) }
}

describe('fake Datadog RUM', () => {
  it('fake Datadog RUM queues calls made before init and processes them in order after init', () => {
    const rum = fakeDatadog()
    rum.setUser({ id: 'ida' })
    rum.addAction('Quote sent')
    expect(rum.received).toEqual([])
    rum.init(init)
    expect(rum.received.map(({ method }) => method)).toEqual(['init', 'setUser', 'addAction'])
    expect(rum.received[2]?.kept).toMatchObject({ action: 'Quote sent', user: { id: 'ida' } })
    rum.init(init)
    expect(rum.received.at(-1)?.losses).toEqual(['init was called already'])
  })

  it('fake Datadog RUM records nothing without an application id and a client token', () => {
    const rum = fakeDatadog()
    rum.addAction('Quote sent')
    rum.init({ applicationId: '', clientToken: '' })
    expect(rum.received.map(({ method, losses }) => [method, losses.length])).toEqual([['init', 1]])
  })

  it('fake Datadog RUM starts each view without the flags of the previous view', () => {
    const { rum, last } = started()
    rum.addFeatureFlagEvaluation('new-pricing', true)
    rum.addFeatureFlagEvaluation('new-pricing', false)
    expect(rum.featureFlags).toEqual({ 'new-pricing': false })
    rum.addError(new Error('Broken'))
    expect(last()?.kept).toMatchObject({ error: 'Error: Broken', featureFlags: { 'new-pricing': false } })
    rum.startView({ name: 'Fleet' })
    expect(rum.featureFlags).toEqual({})
  })

  it('fake Datadog RUM uses a user set before init, and converts an id set as a property to a string', () => {
    const rum = fakeDatadog()
    rum.setUser({ id: 'ida' })
    rum.setUserProperty('id', 7)
    expect(rum.getUser()).toEqual({ id: '7' })
    rum.clearUser()
    expect(rum.getUser()).toEqual({})
    rum.init(init)
    expect(rum.received.map(({ kept }) => kept?.['user'])).toEqual([undefined, { id: 'ida' }, { id: '7' }, {}])
  })

  it('fake Datadog RUM leaves out a flag whose value is undefined, as the SDK does when it sends events as JSON', () => {
    const { rum } = started()
    rum.addFeatureFlagEvaluation('new-pricing', true)
    rum.addFeatureFlagEvaluation('new-pricing', undefined)
    expect(rum.featureFlags).toStrictEqual({})
  })

  it.each([...'.:+=&|><!(){}[]^"“”~*?\\'])(
    'fake Datadog RUM reports that a flag name may not contain %s',
    (character) => {
      const { rum, last } = started()
      rum.addFeatureFlagEvaluation(`a${character}b`, true)
      expect(last()?.losses).toHaveLength(1)
    },
  )

  it('fake Datadog RUM converts a user’s id, name and email to strings, and reports a missing id', () => {
    const { rum, last } = started()
    rum.setUser({ id: 7, name: undefined, plan: 3 })
    expect(rum.getUser()).toEqual({ id: '7', name: undefined, plan: 3 })
    rum.setUserProperty('plan', 4)
    expect(rum.getUser()).toMatchObject({ plan: 4 })
    rum.clearUser()
    expect(rum.getUser()).toEqual({})
    rum.setUser({ name: 'Ida' })
    expect(last()?.losses).toEqual(['a user must have an id'])
  })

  it('fake Datadog RUM has an account, apart from the user', () => {
    const { rum, last } = started()
    rum.setUser({ id: 'ida' })
    rum.setAccount({ id: 7, name: 'Acme' })
    rum.addAction('Quote sent')
    expect(last()?.kept).toMatchObject({ user: { id: 'ida' }, account: { id: '7', name: 'Acme' } })
    rum.clearUser()
    expect(rum.getAccount()).toEqual({ id: '7', name: 'Acme' })
    rum.clearAccount()
    expect([rum.getAccount(), last()?.kept]).toEqual([{}, { user: {}, view: 'initial' }])
    rum.setAccount({ name: 'Acme' })
    expect(last()?.losses).toEqual(['an account must have an id'])
  })

  it('fake Datadog RUM drops properties that do not fit into a context', () => {
    const { rum, last } = started()
    rum.setGlobalContextProperty('desk', 'north')
    rum.addAction('Quote sent', { total: 3, note: 'x'.repeat(DATADOG.context), days: 2 })
    expect(last()?.kept).toMatchObject({ context: { desk: 'north', total: 3 } })
    expect(last()?.losses.map((loss) => loss.split(' ')[0])).toEqual(['note', 'days'])
  })
})
