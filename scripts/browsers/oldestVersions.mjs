/**
 * @typedef {import('@mdn/browser-compat-data').CompatStatement} Row
 * @typedef {import('@mdn/browser-compat-data').SimpleSupportStatement} Statement
 * @typedef {import('@mdn/browser-compat-data').SupportStatement} Support
 * @typedef {Record<string, string | undefined>} Versions by browser, as the tables name them; undefined where no version has it
 */

/** The browsers that are meant, each with those that the tables list separately for other devices. */
export const BROWSERS = /** @type {const} */ ({
  Chrome: ['chrome', 'chrome_android'],
  Edge: ['edge'],
  Firefox: ['firefox', 'firefox_android'],
  Safari: ['safari', 'safari_ios'],
})

/**
 * The oldest version of each browser that has an API, and in all later versions: behind no preference, under its own name, whole.
 *
 * @param {Row} row
 * @returns {Versions}
 */
export function oldestVersions({ support }) {
  return Object.fromEntries(
    Object.entries(BROWSERS).map(([browser, devices]) => [
      browser,
      latest(devices.map((device) => sinceWhen(/** @type {Record<string, Support | undefined>} */ (support)[device]))),
    ]),
  )
}

/** Below zero when the first version is older. */
export const compareVersions = new Intl.Collator('en', { numeric: true }).compare

/**
 * The newest of some versions; none where one is missing.
 *
 * @param {readonly (string | undefined)[]} versions
 * @returns {string | undefined}
 */
export function latest(versions) {
  return versions.includes(undefined) ? undefined : [...versions].sort((a = '', b = '') => compareVersions(a, b)).at(-1)
}

/** @param {Support | undefined} support @returns {string | undefined} */
function sinceWhen(support) {
  /** @type {readonly Statement[]} */
  const statements = support === undefined ? [] : Array.isArray(support) ? support : [support]
  const whole = statements.filter((one) => !one.flags && !one.prefix && !one.alternative_name && !one.version_removed)
  const versions = whole
    .filter((one) => !one.partial_implementation)
    .map(({ version_added }) => (typeof version_added === 'string' ? version_added.replace('≤', '') : ''))
    .filter((version) => /^\d/.test(version))
  return versions.sort(compareVersions)[0]
}
