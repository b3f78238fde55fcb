import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'

const script = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

declare global {
  interface Window {
    axe: { run(): Promise<AxeResults> }
  }
}

/**
 * What axe-core finds on the page as it stands, in light and then in dark colours: the scheme, the rule, and each element
 * that breaks it. The page follows the system's colours.
 */
export async function axeViolations(page: Page): Promise<readonly string[]> {
  const violations: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor()
    violations.push(...(await violationsNow(page)).map((violation) => `${colorScheme}: ${violation}`))
  }
  return violations
}

async function violationsNow(page: Page): Promise<readonly string[]> {
  // The contrast of an element is not measurable while it fades in.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)))
  if (await page.evaluate(() => !('axe' in window))) await page.addScriptTag({ path: script })
  const { violations } = await page.evaluate(() => window.axe.run())
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}\n${failureSummary ?? ''}`),
  )
}
