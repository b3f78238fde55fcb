import { expect } from 'vitest'
import { playPastMoments } from './pastMoments.ts'
import { seededRandom } from './randomFlags.ts'

/** Each explanation of a past moment equals what the flag client got then. */
export async function explainPastMoments(count: number, seed: number): Promise<void> {
  const { moments, explain, close } = await playPastMoments(count, seededRandom(seed))
  try {
    let exact = 0
    for (const [place, { question, reason, context, isExact }] of moments.entries()) {
      const about = `moment ${place} of seed ${seed}`
      const { stamp } = question
      const explanation = await explain(question)
      expect(explanation, about).toMatchObject({ outcome: 'explained', differences: [] })
      if (explanation.outcome !== 'explained') continue
      const { served, value, variation } = explanation
      expect([served.version, variation, explanation.reason.kind], about).toEqual([
        ...[stamp.version, stamp.variation, stamp.reason],
      ])
      if (variation !== undefined) expect(value, about).toEqual(stamp.value)
      if (!isExact) continue
      exact++
      expect([explanation.reason, explanation.context], about).toEqual([reason, context])
      expect(explanation, about).not.toHaveProperty('inForce')
    }
    expect(exact).toBeGreaterThan(count / 10)
  } finally {
    await close()
  }
}
