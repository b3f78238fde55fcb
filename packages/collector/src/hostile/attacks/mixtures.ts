import type { Attack } from '../attack.ts'
import type { Attacker } from '../attacker.ts'
import { type Random, times } from '../random.ts'
import { type RandomBatch, randomBatch } from '../randomBatch.ts'

const AT_ONCE = 4

/** Posts these batches, a few of them at the same time. */
async function postAll(attacker: Attacker, batches: readonly RandomBatch[]): Promise<void> {
  const waiting = [...batches]
  const one = async () => {
    for (let batch = waiting.shift(); batch && !attacker.signal.aborted; batch = waiting.shift())
      await attacker.post(batch, { isGzip: waiting.length % 2 === 0 })
  }
  await Promise.all(times(AT_ONCE, one))
}

const batchesOf = (random: Random, count: number) => times(count, () => randomBatch(random))

/** How many batches, `TELLTALE_HISTORIES` times as many if it is set. */
const BATCHES = 600 * Number(process.env['TELLTALE_HISTORIES'] ?? 1)

const batches: Attack = {
  kind: `${BATCHES} random batches`,
  addresses: 'forwarded',
  prepare(random) {
    const all = batchesOf(random, BATCHES)
    return (attacker) => postAll(attacker, all)
  },
}

/** @param attacks - of which three happen at the same moment, beside random batches */
const mixture = (attacks: readonly Attack[]): Attack => ({
  kind: 'a random mixture of three attacks and random batches',
  addresses: 'forwarded',
  prepare(random) {
    const possible = attacks.filter(({ addresses }) => addresses === 'forwarded')
    const chosen = times(3, () => random.pick(possible))
    const happen = chosen.map(({ prepare }) => prepare(random))
    const all = batchesOf(random, 200)
    return async (attacker) => {
      await Promise.all([...happen.map((one) => one(attacker)), postAll(attacker, all)])
    }
  },
})

export const mixturesOf = (attacks: readonly Attack[]): readonly Attack[] => [batches, mixture(attacks)]
