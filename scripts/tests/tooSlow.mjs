/**
 * How many seconds a file of Vitest may take, whose tests run one after another, or a test of Playwright, which runs those of a file at the
 * same time: on a machine on which the times of all of them add up to `of` seconds.
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
