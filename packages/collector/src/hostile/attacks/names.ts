import type { Attack } from '../attack.ts'
import { countsOf } from '../lossAnswer.ts'
import { EMPTY_TEXTS, LANGUAGE_NAMES, LONG_TEXTS, ODD_TEXTS } from '../oddTexts.ts'
import { plainBatch, type PlainFields } from '../plainBatch.ts'
import type { Random } from '../random.ts'

/** An object with one key, which an assignment or a literal would take for its prototype. */
const keyed = (key: string, value: unknown) => Object.fromEntries([[key, value]])

const flags = (name: string): PlainFields => ({
  fields: {
    flagSets: keyed(name, keyed(`LDFF: ${name}`, name)),
    flagDetails: keyed(name, keyed(name, { property: `LDFF: ${name}`, variation: 0, version: 1, reason: name })),
  },
  events: [{ flagSet: name, overridden: [name] }],
})

const keys = (name: string): PlainFields => ({
  fields: { traits: keyed(name, keyed(name, name)), dropped: keyed(name, { filtered: 1 }), project: name },
  moment: keyed(name, name),
  events: [
    { name, properties: keyed(name, keyed(name, name)) },
    { url: name, identity: { id: 'eve', accounts: keyed(name, { ...keyed(name, 1), key: name, name }) } },
  ],
})

const ids = (name: string): PlainFields => ({
  page: name,
  moment: { session: { id: name, startedAt: 0 }, view: { id: name, pattern: name, title: name, referrer: name } },
  events: [
    { epoch: name, identity: { id: name } },
    { identity: { visitor: name, impersonator: name } },
    { page: name },
  ],
})

const fates = (name: string): PlainFields => ({
  page: `page-of-${name}`,
  fields: { pages: keyed(`page-of-${name}`, { last: 9, ...keyed(name, '2-3,7'), delivered: '1' }) },
})

/** The names that may stand wherever a text is free, each in a batch of its own. */
function postEach(names: readonly string[], fieldsOf: (name: string) => PlainFields): Attack['prepare'] {
  return (random: Random) => async (attacker) => {
    for (const name of names) {
      if (attacker.signal.aborted) return
      await attacker.post(plainBatch(random, fieldsOf(name)))
    }
  }
}

/** The names by which the meter groups. A group that was named has to be there, with its one event. */
const group = (kind: 'app' | 'destination' | 'release'): Attack => ({
  kind: `names of the language as the ${kind}`,
  addresses: 'forwarded',
  prepare: postEach(LANGUAGE_NAMES, (name) => ({ [kind]: name })),
  inspectLoss: (loss) =>
    LANGUAGE_NAMES.filter((name) => countsOf(loss, { group: kind, name })?.['stored'] !== 1).map(
      (name) => `/loss does not say that the ${kind} ${name} has one event that is stored.`,
    ),
})

const texts = [...ODD_TEXTS, ...LONG_TEXTS]

export const NAME_ATTACKS: readonly Attack[] = [
  ...(['app', 'destination', 'release'] as const).map(group),
  {
    kind: 'names of the language as reasons of losses',
    addresses: 'forwarded',
    prepare: postEach(LANGUAGE_NAMES, fates),
  },
  {
    kind: 'names of the language as keys of properties, flags, accounts and traits',
    addresses: 'forwarded',
    prepare: postEach(LANGUAGE_NAMES, (name) => ({
      ...keys(name),
      ...flags(name),
      events: [...(keys(name).events ?? []), ...(flags(name).events ?? [])],
    })),
  },
  {
    kind: 'names of the language as ids of pages, sessions, visitors and people',
    addresses: 'forwarded',
    prepare: postEach(LANGUAGE_NAMES, ids),
  },
  {
    kind: 'odd and long texts in every place',
    addresses: 'forwarded',
    prepare: (random) => async (attacker) => {
      for (const text of texts)
        for (const fields of [{ app: text, release: text }, keys(text), flags(text), ids(text), fates(text)])
          if (!attacker.signal.aborted) await attacker.post(plainBatch(random, fields))
      // This name comes from code: a collector may refuse one that is long or not of one line.
      for (const destination of texts)
        if (!attacker.signal.aborted) await attacker.post(plainBatch(random, { destination }), { allowed: [400] })
      for (const text of EMPTY_TEXTS)
        if (!attacker.signal.aborted)
          await attacker.post(
            plainBatch(random, { release: text, ...flags(text), moment: { locale: text, consent: text } }),
          )
    },
  },
]
