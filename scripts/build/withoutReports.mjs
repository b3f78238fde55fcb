/** What only a developer needs to be told: which settings do not exist or are not used. What a layer cannot start without is checked in each build. */
const REPORTS = /\/layer\/reportSettings\.ts$/

/**
 * Leaves out the checks that only report. For a production build, whose settings a developer has seen without a report.
 *
 * @returns {{ name: string, load: (id: string) => string | undefined }}
 */
export const withoutReports = () => ({
  name: 'without-reports',
  load: (id) => (REPORTS.test(id.replaceAll('\\', '/')) ? 'export const reportSettings = () => {}' : undefined),
})
