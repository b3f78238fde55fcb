/**
 * How long what a runner starts as a whole may take, when everything together takes `of` seconds of one core after another: a file of
 * Vitest, which has one process, or a test of Playwright, which runs those of a file at the same time.
 *
 * @typedef {{ per: 'file' | 'test', seconds: number, of: number }} Limit
 */

/**
 * The sentences that name what takes longer than its limit. On a machine that is slow or busy everything takes longer, so the limit grows
 * with the sum of all times.
 *
 * @param {string} report of JUnit @param {Limit} limit
 */
export function tooSlow(report, { per, seconds, of }) {
  const tag = per === 'file' ? /<testsuite [^>]*>/g : /<testcase [^>]*>/g
  const all = (report.match(tag) ?? []).map((one) => {
    const [file, name, time] = ['classname', 'name', 'time'].map(
      (key) => new RegExp(` ${key}="([^"]*)"`).exec(one)?.[1],
    )
    return { title: per === 'file' ? `${name}` : `${file}: ${name}`, time: Number(time ?? 0) }
  })
  const limit = seconds * Math.max(1, all.reduce((sum, { time }) => sum + time, 0) / of)
  return all
    .filter(({ time }) => time > limit)
    .map(
      ({ title, time }) =>
        `${title}\ntook ${time.toFixed(1)} s. The limit of a ${per} is ${limit.toFixed(1)} s here: divide it, or leave what takes long to a *.nightly.* file.`,
    )
}
