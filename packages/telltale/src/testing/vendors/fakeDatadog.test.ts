import { describe, expect, it } from 'vitest'
import { DATADOG } from '../../core/model/vendorLimits.ts'
import { fakeDatadog } from './fakeDatadog.ts'

const init = { applicationId: 'a', clientToken: 't' }

function started() {
  const rum = fakeDatadog()
  rum.init(init)
  return { rum, last: () => rum.received.at(-1) }
}

describe('the stand-in for Datadog’s RUM', () => {
  it('keeps what comes before init, and takes it in order when it is initialised', () => {
    const rum = fakeDatadog()
    rum.setUser({ id: 'ida' })
    rum.addAction('Quote sent')
    expect(rum.received).toEqual([])
    rum.init(init)
    expect(rum.received.map(({ method }) => method)).toEqual(['init', 'setUser', 'addAction'])
    expect(rum.received[2]?.kept).toMatchObject({ action: 'Quote sent', user: { id: 'ida' } })
    rum.init(init)
    expect(rum.received.at(-1)?.losses).toEqual(['it is initialised already'])
  })

  it('records nothing without an application and a token', () => {
    const rum = fakeDatadog()
    rum.addAction('Quote sent')
    rum.init({ applicationId: '', clientToken: '' })
    expect(rum.received.map(({ method, losses }) => [method, losses.length])).toEqual([['init', 1]])
  })

  it('starts each view without the flags that were shown in the one before', () => {
    const { rum, last } = started()
    rum.addFeatureFlagEvaluation('new-pricing', true)
    rum.addFeatureFlagEvaluation('new-pricing', false)
    expect(rum.featureFlags).toEqual({ 'new-pricing': false })
    rum.addError(new Error('Broken'))
    expect(last()?.kept).toMatchObject({ error: 'Error: Broken', featureFlags: { 'new-pricing': false } })
    rum.startView({ name: 'Fleet' })
    expect(rum.featureFlags).toEqual({})
  })

  it('knows the user that was set before init, and makes a text of an id that is set as a property', () => {
    const rum = fakeDatadog()
    rum.setUser({ id: 'ida' })
    rum.setUserProperty('id', 7)
    expect(rum.getUser()).toEqual({ id: '7' })
    rum.clearUser()
    expect(rum.getUser()).toEqual({})
    rum.init(init)
    expect(rum.received.map(({ kept }) => kept?.['user'])).toEqual([undefined, { id: 'ida' }, { id: '7' }, {}])
  })

  it('leaves out a flag whose value is undefined, as the SDK does when it sends events as JSON', () => {
    const { rum } = started()
    rum.addFeatureFlagEvaluation('new-pricing', true)
    rum.addFeatureFlagEvaluation('new-pricing', undefined)
    expect(rum.featureFlags).toStrictEqual({})
  })

  it.each([...'.:+=&|><!(){}[]^"“”~*?\\'])('says that %s may not be in the name of a flag', (character) => {
    const { rum, last } = started()
    rum.addFeatureFlagEvaluation(`a${character}b`, true)
    expect(last()?.losses).toHaveLength(1)
  })

  it('makes texts of a user’s id, name and address, and says when there is no id', () => {
    const { rum, last } = started()
    rum.setUser({ id: 7, name: undefined, plan: 3 })
    expect(rum.getUser()).toEqual({ id: '7', name: undefined, plan: 3 })
    rum.setUserProperty('plan', 4)
    expect(rum.getUser()).toMatchObject({ plan: 4 })
    rum.clearUser()
    expect(rum.getUser()).toEqual({})
    rum.setUser({ name: 'Ida' })
    expect(last()?.losses).toEqual(['a user has an id'])
  })

  it('cuts off what does not fit into a context', () => {
    const { rum, last } = started()
    rum.setGlobalContextProperty('desk', 'north')
    rum.addAction('Quote sent', { total: 3, note: 'x'.repeat(DATADOG.context), days: 2 })
    expect(last()?.kept).toMatchObject({ context: { desk: 'north', total: 3 } })
    expect(last()?.losses.map((loss) => loss.split(' ')[0])).toEqual(['note', 'days'])
  })
})
