/**
 * How many seconds a file of Vitest may take, whose tests run one after another, or a test of Playwright, which runs those of a file at the
 * same time: on a machine on which the times of all of them add up to `of` seconds.
 *
 * @typedef {{ per: 'file' | 'test', seconds: number, of: number }} Limit
 */

/** Beyond so many times the sum, a busy machine is as likely a cause as a slow test: some work waits much longer than the rest. */
const BUSY = 1.5

/**
 * What takes longer than its limit, as sentences, and a note when nothing is judged. On a machine that is slow or busy everything takes
 * longer, so the limit grows with the sum of all times, until it says nothing any more.
 *
 * @param {string} report of JUnit @param {Limit} limit @returns {{ slow: readonly string[], note?: string }}
 */
export function tooSlow(report, { per, seconds, of }) {
  const tag = per === 'file' ? /<testsuite [^>]*>/g : /<testcase [^>]*>/g
  const all = (report.match(tag) ?? []).map((one) => {
    const [file, name, time] = ['classname', 'name', 'time'].map(
      (key) => new RegExp(` ${key}="([^"]*)"`).exec(one)?.[1],
    )
    return { title: per === 'file' ? `${name}` : `${file}: ${name}`, time: Number(time ?? 0) }
  })
  const sum = all.reduce((before, { time }) => before + time, 0)
  if (sum > of * BUSY) {
    const note = `The limit of a ${per} was not judged: all take ${sum.toFixed(0)} s, and ${of} s on two idle cores.`
    return { slow: [], note }
  }
  const limit = seconds * Math.max(1, sum / of)
  const slow = all
    .filter(({ time }) => time > limit)
    .map(
      ({ title, time }) =>
        `${title}\ntook ${time.toFixed(1)} s. The limit of a ${per} is ${limit.toFixed(1)} s here: divide it, or leave what takes long to a *.nightly.* file.`,
    )
  return { slow }
}
