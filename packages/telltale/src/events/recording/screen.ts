import type { Step } from '../../core/step.ts'
import type { Page } from '../../core/ports/platform.ts'

/** Adds `screen_dimensions` to each event. The specification's §9. */
export function screenStep(page: Pick<Page, 'screen'>): Step {
  let size = ''
  return {
    name: 'screen',
    enrich() {
      if (!size) {
        size = page.screen()
        // Read once in each task: it takes longer than the rest of a call.
        queueMicrotask(() => (size = ''))
      }
      return { properties: { screen_dimensions: size } }
    },
  }
}
