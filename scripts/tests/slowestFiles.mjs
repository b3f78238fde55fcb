/** How many files are named. */
const FILES = 10

/**
 * The lines that name the slowest test files, the slowest first. A file that runs in several projects counts once, with all its time.
 *
 * @param {readonly string[]} reports of JUnit
 */
export function slowestFiles(reports) {
  /** @type {Map<string, number>} */
  const seconds = new Map()
  for (const suite of reports.join('\n').match(/<testsuite [^>]*>/g) ?? []) {
    const [file = '', time] = ['name', 'time'].map((name) => new RegExp(` ${name}="([^"]*)"`).exec(suite)?.[1])
    seconds.set(file, (seconds.get(file) ?? 0) + Number(time ?? 0))
  }
  const slowest = [...seconds].sort(([, one], [, other]) => other - one).slice(0, FILES)
  const lines = slowest.map(([file, time]) => `${time.toFixed(1).padStart(7)} s  ${file}`)
  return lines.length > 0 ? ['The slowest test files:', ...lines] : []
}
