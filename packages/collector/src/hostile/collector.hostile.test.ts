import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { startPostgres } from 'stage/startPostgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureBuilt } from '../../../../scripts/build/ensureBuilt.mjs'
import { runsKafka } from '../kafka/loadKafka.ts'
import { kafkaNode, type KafkaPlaces, startKafkaPlaces, whyNoKafka } from '../testing/kafkaPlaces.ts'
import type { Attack } from './attack.ts'
import { type AttackResult, attackRun, type Place } from './attackRun.ts'
import { attackTable, type NotRun } from './attackTable.ts'
import { BODY_ATTACKS } from './attacks/bodies.ts'
import { CONNECTION_ATTACKS } from './attacks/connections.ts'
import { mixturesOf } from './attacks/mixtures.ts'
import { NAME_ATTACKS } from './attacks/names.ts'
import { NOTE_ATTACKS } from './attacks/notes.ts'
import { PRODUCT_ATTACKS } from './attacks/products.ts'

/** `TELLTALE_SEED` repeats a run. A failure prints its seed, and the request if there was one. */
const SEED = Number(process.env['TELLTALE_SEED'] ?? Date.now() % 1_000_000)
const MINUTES = 60_000

const alone = [...NAME_ATTACKS, ...PRODUCT_ATTACKS, ...NOTE_ATTACKS, ...BODY_ATTACKS, ...CONNECTION_ATTACKS]
/** Where this is red, the machine is too busy to judge a collector. */
const calm: Attack = { kind: 'no attack at all', addresses: 'forwarded', prepare: () => () => setTimeout(5000) }
const attacks = [calm, ...alone, ...mixturesOf(alone)]
const results: AttackResult[] = []
const notRun: NotRun[] = []

beforeAll(async () => {
  const { ok } = await ensureBuilt({ folders: ['packages/collector'] })
  expect(ok, 'packages/collector can be built').toBe(true)
}, 2 * MINUTES)
afterAll(() => console.log(attackTable(results, notRun)))

const SERVES = 'a collector with %s serves a page and its operators during'

describe.each([
  ['SQLite', sqlite],
  ['PostgreSQL', postgres],
] as const)(SERVES, attackAll)

const node = kafkaNode(runsKafka(process.versions.node))
const whyNot = whyNoKafka(node)
if (whyNot === undefined)
  describe.each(['Kafka'])(SERVES, (store) => {
    let places: KafkaPlaces | undefined
    beforeAll(async () => void (places = await startKafkaPlaces(node)), 2 * MINUTES)
    afterAll(() => places?.stop())
    attackAll(store, () => places?.fresh() ?? Promise.reject(new Error('Kafka has not started.')))
  })
else {
  notRun.push({ store: 'Kafka', kinds: attacks.map(({ kind }) => kind), why: whyNot })
  console.warn(`A collector with Kafka is not attacked. ${whyNot}`)
  it.skip(`a collector with Kafka is not attacked: ${whyNot}`)
}

function attackAll(store: string, fresh: () => Promise<Place>): void {
  it.each(attacks.map((attack) => [attack.kind, attack] as const))(
    '%s',
    { timeout: 4 * MINUTES },
    async (_, attack) => {
      const place = await fresh()
      try {
        const result = await attackRun(attack, { store, place, seed: SEED })
        results.push(result)
        // A run takes long.
        console.log(attackTable([result]).split('\n').at(-1))
        expect(result.problems, `TELLTALE_SEED=${SEED}`).toEqual([])
      } finally {
        await place.remove()
      }
    },
  )
}

async function sqlite(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'collector-hostile-'))
  return { address: join(folder, 'events.db'), remove: () => rm(folder, { recursive: true }) }
}

/** A server of its own for each attack: what one leaves behind must not slow down the next one. */
async function postgres(): Promise<Place> {
  const server = await startPostgres()
  return { address: server.url, remove: () => server.stop() }
}
