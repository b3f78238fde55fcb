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

/**
 * The newest of some versions; none where one is missing.
 *
 * @param {readonly (string | undefined)[]} versions
 * @returns {string | undefined}
 */
export function latest(versions) {
  if (versions.includes(undefined)) return undefined
  return versions.reduce((one, other) => (compareVersions(one ?? '0', other ?? '0') < 0 ? other : one), '0')
}

/** @param {string} one @param {string} other @returns {number} below zero when the first is older */
export function compareVersions(one, other) {
  const [a = 0, b = 0] = one.split('.').map(Number)
  const [c = 0, d = 0] = other.split('.').map(Number)
  return a - c || b - d
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
