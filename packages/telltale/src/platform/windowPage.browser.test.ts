import { describe, expect, it } from 'vitest'
import { fullPage } from './windowPage.ts'

describe('the page', () => {
  it('the page has the address of the page and the size of the screen', () => {
    expect(fullPage.url()).toBe(location.href)
    expect(fullPage.screen()).toBe(`${screen.width}x${screen.height}`)
  })

  it('the page returns one cookie among others', () => {
    document.cookie = 'XSRF-TOKEN=a%20b'
    document.cookie = 'NOT-XSRF-TOKEN=other'
    document.cookie = 'broken=%'
    expect(fullPage.cookie('XSRF-TOKEN')).toBe('a b')
    expect(fullPage.cookie('XSRF')).toBeUndefined()
    expect(fullPage.cookie('broken')).toBeUndefined()
  })

  it('the page returns no cookie where the browser denies access, as in a sandboxed frame', () => {
    const refuse = () => {
      throw new DOMException('The document is sandboxed.', 'SecurityError')
    }
    Object.defineProperty(document, 'cookie', { get: refuse, configurable: true })
    expect(fullPage.cookie('XSRF-TOKEN')).toBeUndefined()
    Reflect.deleteProperty(document, 'cookie')
  })

  it.each<[string, string | undefined, boolean]>([
    ['/who-am-i', undefined, true],
    ['who-am-i', undefined, true],
    ['https://other.test/who-am-i', undefined, false],
    ['//other.test/who-am-i', undefined, false],
    ['https://[', undefined, false],
    ['', undefined, true],
    ['/who-am-i', 'https://other.test/app/', false],
    ['who-am-i', '//other.test/', false],
    ['/who-am-i', '/app/', true],
    ['who-am-i', './deep/er/', true],
  ])(
    'the page says that %j, in a page with the base %j, goes to its own origin as `fetch` does: %s',
    (url, base, expected) => {
      const element = document.createElement('base')
      if (base !== undefined) element.href = base
      document.head.prepend(element)
      expect(fullPage.isSameOrigin(url)).toBe(expected)
      if (url !== 'https://[') expect(new URL(new Request(url).url).origin === origin).toBe(expected)
      element.remove()
    },
  )

  it('the page has the timing of its navigation', () => expect(fullPage.hasNavigationTiming()).toBe(true))

  it('the page calls the exit listener when the page is hidden or frozen, until the listener is removed', () => {
    const exits: boolean[] = []
    const stop = fullPage.onMayExit((isLeft) => exits.push(isLeft))
    window.dispatchEvent(new PageTransitionEvent('pagehide'))
    document.dispatchEvent(new Event('freeze'))
    // Only one of them says that the page is left.
    expect(exits).toEqual([true, false])
    stop()
    window.dispatchEvent(new PageTransitionEvent('pagehide'))
    expect(exits).toHaveLength(2)
  })

  it('the page calls the exit listener for a change of visibility only when the page is hidden', () => {
    let exits = 0
    const stop = fullPage.onMayExit(() => (exits += 1))
    document.dispatchEvent(new Event('visibilitychange')) // the page is visible in this test
    expect(exits).toBe(0)
    stop()
  })

  it('the page calls the return listener when the page, its visibility or the network is back', () => {
    let returns = 0
    const stop = fullPage.onReturn(() => (returns += 1))
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
