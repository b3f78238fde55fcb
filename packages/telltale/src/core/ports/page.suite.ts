import { describe, expect, it } from 'vitest'
import type { Page } from './platform.ts'

export interface PageGround {
  page: Page
  leave(): void
  comeBack(): void
}

/** The contract of every page. */
export function describePage(name: string, open: () => PageGround): void {
  describe(name, () => {
    it('has an address, a screen and its cookies', () => {
      const { page } = open()
      expect(page.url()).toMatch(/^https?:/)
      expect(page.screen()).toMatch(/^[1-9]\d+x[1-9]\d+$/)
      expect(page.cookie('there-is-none')).toBeUndefined()
      expect(page.hasNavigationTiming()).toBe(true)
      expect(page.isOnline()).toBe(true)
    })

    it('calls the exit listeners before `leave` returns, until they are removed', () => {
      const { page, leave } = open()
      const heard: string[] = []
      const stop = page.onMayExit(() => heard.push('one'))
      page.onMayExit(() => heard.push('two'))
      leave()
      expect(heard).toEqual(['one', 'two'])
      stop()
      leave()
      expect(heard).toEqual(['one', 'two', 'two'])
    })

    it('calls the return listeners until they are removed', () => {
      const { page, comeBack } = open()
      let returns = 0
      const stop = page.onReturn(() => (returns += 1))
      comeBack()
      stop()
      comeBack()
      expect(returns).toBe(1)
    })
  })
}
