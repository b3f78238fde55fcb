/**
 * What one server did under one load: events per second, the share of what the bare server of its store did, times in milliseconds, the
 * processor time per event in microseconds, and its memory in MB.
 *
 * @typedef {{ rate: number, share: number, p50: number, p99: number, micros: number, database: number, memory: number, failed: number }} Figures
 */

/** The cells of a row. @param {Figures} figures */
export function line({ rate, share, p50, p99, micros, database, memory, failed }) {
  const cpu = database > 0 ? `${micros.toFixed(0)} + ${database.toFixed(0)}` : micros.toFixed(0)
  const percent = Number.isNaN(share) ? '' : `${(share * 100).toFixed(0)} %`
  return `| ${rate.toFixed(0)} | ${percent} | ${p50.toFixed(1)} · ${p99.toFixed(1)} | ${cpu} | ${memory.toFixed(0)} |${failed > 0 ? ` failed: ${failed}` : ''}`
}

/** The median of each figure. @param {readonly Figures[]} all @returns {Figures} */
export function median(all) {
  const middle = (/** @type {keyof Figures} */ key) =>
    all.map((one) => one[key]).sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN
  const failed = all.reduce((sum, one) => sum + one.failed, 0)
  const [rate, share, p50, p99] = [middle('rate'), middle('share'), middle('p50'), middle('p99')]
  return {
    rate,
    share,
    p50,
    p99,
    micros: middle('micros'),
    database: middle('database'),
    memory: middle('memory'),
    failed,
  }
}
