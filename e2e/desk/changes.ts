import type { Page } from '@playwright/test'

/** The changes of the page's document since the watch began, by position. */
export interface Changes {
  /** Changes of an element that matches the selector, or inside it. */
  readonly inside: number
  /** Changes elsewhere: the changed elements as text, to identify them. */
  readonly outside: readonly string[]
}

declare global {
  interface Window {
    watchedChanges?: { inside: number; outside: string[] }
  }
}

/**
 * Watches every change of the document, so that no component can change unnoticed. Only the trace of events is
 * excluded, because it changes whenever an earlier event has reached another destination.
 */
export async function watchChanges(page: Page, selector: string): Promise<() => Promise<Changes>> {
  await page.evaluate((inner) => {
    const changes = { inside: 0, outside: [] as string[] }
    window.watchedChanges = changes
    new MutationObserver((records) => {
      for (const { target } of records) {
        const element = target instanceof Element ? target : target.parentElement
        if (element?.closest('aside[aria-label="Telltale"]')) continue
        if (element?.closest(inner)) changes.inside++
        else changes.outside.push(element?.outerHTML.slice(0, 120) ?? target.nodeName)
      }
    }).observe(document, { attributes: true, characterData: true, childList: true, subtree: true })
  }, selector)
  // A reload removes the records, so reading them then fails, as it should.
  return () =>
    page.evaluate(() => {
      if (!window.watchedChanges) throw new Error('The page was loaded again.')
      return window.watchedChanges
    })
}
