import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { describeRandom } from '../core/ports/random.suite.ts'
import { webRandom } from './webRandom.ts'

describeRandom('the browser’s randomness', () => webRandom)

describe('on an insecure origin', () => {
  // As browsers have it there.
  beforeEach(() => void Object.defineProperty(crypto, 'randomUUID', { value: undefined, configurable: true }))
  afterEach(() => void Reflect.deleteProperty(crypto, 'randomUUID'))

  it('a browser has no ids of its own', () => {
    expect(crypto.randomUUID).toBeUndefined()
    Reflect.deleteProperty(crypto, 'randomUUID')
    expect(crypto.randomUUID).toBeTypeOf('function')
  })

  describeRandom('the browser’s randomness', () => webRandom)
})
