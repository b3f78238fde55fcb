import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'

const script = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

declare global {
  interface Window {
    axe: { run(within: string, options: { runOnly?: string[] }): Promise<AxeResults> }
  }
}

/** The rules whose result depends on the colours of the page. */
const RULES_OF_COLOURS = ['color-contrast', 'link-in-text-block']

/**
 * What axe-core finds on the page as it stands: by all rules in light colours, and by those that depend on colours in dark
 * ones. Each finding has the scheme, the rule, and the element that breaks it. The page follows the system's colours.
 *
 * @param within a selector of the part that is new, where the rest of the page has been checked already
 */
export async function axeViolations(page: Page, within = 'html'): Promise<readonly string[]> {
  const violations: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor()
    const options = colorScheme === 'dark' ? { runOnly: RULES_OF_COLOURS } : {}
    violations.push(...(await violationsNow(page, within, options)).map((violation) => `${colorScheme}: ${violation}`))
  }
  return violations
}

async function violationsNow(page: Page, within: string, options: { runOnly?: string[] }): Promise<readonly string[]> {
  // The contrast of an element is not measurable while it fades in.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)))
  if (await page.evaluate(() => !('axe' in window))) await page.addScriptTag({ path: script })
  const { violations } = await page.evaluate(([part, given]) => window.axe.run(part, given), [within, options] as const)
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}\n${failureSummary ?? ''}`),
  )
}
