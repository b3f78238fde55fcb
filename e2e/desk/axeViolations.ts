import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'

const script = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

declare global {
  interface Window {
    axe: {
      run(
        within: string,
        options: { runOnly?: readonly string[]; resultTypes?: readonly string[] },
      ): Promise<AxeResults>
    }
  }
}

/** The rules whose result depends on the colours of the page. */
export const RULES_OF_COLOURS = ['color-contrast', 'link-in-text-block']

/**
 * Runs axe-core on the current page: all rules in light colours, and those that depend on colours also in dark colours. Each
 * finding has the scheme, the rule, and the element that violates it. The page follows the system's colour scheme.
 *
 * @param within a selector of the part to check, if the rest of the page has been checked already
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

/** Runs axe-core on the page in its current colours. */
export async function violationsNow(
  page: Page,
  within = 'html',
  options: { runOnly?: string[] } = {},
): Promise<readonly string[]> {
  // The contrast of an element cannot be measured while it fades in.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)))
  if (await page.evaluate(() => !('axe' in window))) await page.addScriptTag({ path: script })
  // Passed rules are not described, which would take most of the time on a large page.
  const given = { ...options, resultTypes: ['violations'] }
  const { violations } = await page.evaluate(([part, how]) => window.axe.run(part, how), [within, given] as const)
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}\n${failureSummary ?? ''}`),
  )
}
