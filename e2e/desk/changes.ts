import type { Page } from '@playwright/test'

/** What changed in the page's document since the watch began, by where it changed. */
export interface Changes {
  /** Below an element that matches the selector, or it itself. */
  readonly inside: number
  /** Everywhere else: the changed elements as text, to say which they were. */
  readonly outside: readonly string[]
}

declare global {
  interface Window {
    watchedChanges?: { inside: number; outside: string[] }
  }
}

/** Watches every change of the document: a component that renders to something else cannot hide from it. */
export async function watchChanges(page: Page, selector: string): Promise<() => Promise<Changes>> {
  await page.evaluate((inner) => {
    const changes = { inside: 0, outside: [] as string[] }
    window.watchedChanges = changes
    new MutationObserver((records) => {
      for (const { target } of records) {
        const element = target instanceof Element ? target : target.parentElement
        if (element?.closest(inner)) changes.inside++
        else changes.outside.push(element?.outerHTML.slice(0, 120) ?? target.nodeName)
      }
    }).observe(document, { attributes: true, characterData: true, childList: true, subtree: true })
  }, selector)
  // Gone after a reload: whoever reads them then fails, as they should.
  return () =>
    page.evaluate(() => {
      if (!window.watchedChanges) throw new Error('The page was loaded again.')
      return window.watchedChanges
    })
}
