import { expect, test as base, type Page } from '@playwright/test'
import type { RecordedServices } from '../delivery/recordedServices.ts'
import { startInspectedPage } from '../pages/inspectedPage.ts'

export const TOGGLE = 'Control+Backquote'

interface Inspected {
  readonly services: RecordedServices
  open(path?: string): Promise<void>
}

/** A page with a strict policy. It fails if the browser's console is not empty. */
export const test = base.extend<{ inspected: Inspected }>({
  inspected: async ({ page }, provide) => {
    const services = await startInspectedPage()
    const complaints: string[] = []
    // The browser writes a line for each status that a test answers with.
    page.on('console', (message) => /status of 503/.test(message.text()) || complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(String(error)))
    await provide({ services, open: async (path = '/') => void (await page.goto(`${services.url}${path}`)) })
    expect(complaints).toEqual([])
    await page.close()
    await services.close()
  },
})

export const panelOf = (page: Pick<Page, 'getByRole'>) => page.getByRole('dialog', { name: 'Telltale: Inspected' })
export const bannerOf = (page: Pick<Page, 'getByRole'>) => page.getByRole('region', { name: 'Overridden flags' })
export const prices = (page: Pick<Page, 'getByRole'>) => page.getByRole('button', { name: /prices$/ })
