import { describe, expect, it } from 'vitest'
import { wholePage } from './wholePage.ts'

describe('the page', () => {
  it('knows its address and the user’s screen', () => {
    expect(wholePage.url()).toBe(location.href)
    expect(wholePage.screen()).toEqual({ width: screen.width, height: screen.height })
  })

  it('reads one cookie among others', () => {
    document.cookie = 'XSRF-TOKEN=a%20b'
    document.cookie = 'NOT-XSRF-TOKEN=other'
    document.cookie = 'broken=%'
    expect(wholePage.cookie('XSRF-TOKEN')).toBe('a b')
    expect(wholePage.cookie('XSRF')).toBeUndefined()
    expect(wholePage.cookie('broken')).toBeUndefined()
  })

  it('has no cookie where the browser shows none, as in a sandboxed frame', () => {
    const refuse = () => {
      throw new DOMException('The document is sandboxed.', 'SecurityError')
    }
    Object.defineProperty(document, 'cookie', { get: refuse, configurable: true })
    expect(wholePage.cookie('XSRF-TOKEN')).toBeUndefined()
    Reflect.deleteProperty(document, 'cookie')
  })

  it('knows that a browser has navigated to it', () => expect(wholePage.hasNavigationTiming()).toBe(true))

  it('may exit when the window hides it or the browser freezes it, until nobody listens', () => {
    let exits = 0
    const stop = wholePage.onMayExit(() => (exits += 1))
    window.dispatchEvent(new PageTransitionEvent('pagehide'))
    document.dispatchEvent(new Event('freeze'))
    expect(exits).toBe(2)
    stop()
    window.dispatchEvent(new PageTransitionEvent('pagehide'))
    expect(exits).toBe(2)
  })

  it('takes a change of visibility for an exit only when it is hidden', () => {
    let exits = 0
    const stop = wholePage.onMayExit(() => (exits += 1))
    document.dispatchEvent(new Event('visibilitychange')) // it is visible in this test
    expect(exits).toBe(0)
    stop()
  })

  it('returns with the page, with the view and with the network', () => {
    let returns = 0
    const stop = wholePage.onReturn(() => (returns += 1))
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    window.dispatchEvent(new Event('online'))
    document.dispatchEvent(new Event('visibilitychange'))
    document.dispatchEvent(new Event('resume'))
    expect(returns).toBe(4)
    stop()
    window.dispatchEvent(new Event('online'))
    expect(returns).toBe(4)
  })
})
