import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startServices, type LocalServices } from '../startServices.ts'
import { apiDocument, type ApiDocument } from '../testing/apiDocument.ts'
import { DANA, encoded, ENVIRONMENT, PRIYA } from '../testing/people.ts'
import { startForTest, type ServicesForTest } from '../testing/startForTest.ts'
import type { Explanation, FlagStamp } from '../versions/explanation.ts'

type Explained = Extract<Explanation, { outcome: 'explained' }>

let api: ApiDocument
let folder: string
let services: ServicesForTest
let again: LocalServices | undefined
beforeAll(async () => void (api = await apiDocument('explanations.yaml')))
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'telltale-why-'))
  services = await startForTest({ data: join(folder, 'events.db') })
})
afterEach(async () => {
  await again?.close()
  again = undefined
  await services.close()
  await rm(folder, { recursive: true, force: true })
})

/** Gets the flags of a context as a page does, and returns what events then say of a flag. */
async function stampOf(context: object, flag = 'new-pricing', url = services.url): Promise<Required<FlagStamp>> {
  const answer = await fetch(`${url}/sdk/evalx/${ENVIRONMENT}/contexts/${encoded(context)}?withReasons=true`)
  const { [flag]: got } = (await answer.json()) as Record<string, Record<string, unknown>>
  const { value, variation, flagVersion, reason } = got ?? {}
  return {
    value,
    variation: variation as number,
    version: flagVersion as number,
    reason: (reason as { kind: string }).kind,
  }
}

/** Asks about the present moment by default. */
async function ask(question: object, { url = services.url, origin }: { url?: string; origin?: string } = {}) {
  const headers = { origin: origin ?? url, 'content-type': 'application/json' }
  const body = { flag: 'new-pricing', at: Date.now(), level: 'production', identity: { id: DANA.key }, ...question }
  expect(await api.requestProblems('post /console/explanations', headers, body)).toEqual([])
  const answer = await fetch(`${url}/console/explanations`, { method: 'POST', headers, body: JSON.stringify(body) })
  expect(await api.answerProblems('post /console/explanations', answer.clone())).toEqual([])
  return { status: answer.status, body: (await answer.json()) as Explanation & { readonly message?: string } }
}

async function explained(question: object, url = services.url): Promise<Explained> {
  const { body } = await ask(question, { url })
  expect(body).toMatchObject({ outcome: 'explained' })
  return body as Explained
}

/** Changes flags.json, and waits until the change is in use. */
async function editFlag(edit: (flag: Record<string, unknown>) => void, key = 'new-pricing'): Promise<void> {
  const description = `edited at ${performance.now()}`
  await services.editFlags(({ flags }) => {
    const flag = flags[key]
    if (flag !== undefined) Object.assign(flag, { description })
    if (flag !== undefined) edit(flag)
  })
  await expect.poll(async () => JSON.stringify((await ask({ flag: key })).body)).toContain(description)
}

/** So that moments before and after differ. */
const later = () => new Promise((go) => setTimeout(go, 5))

describe('the explanation of a flag', () => {
  test('says the value, the version and since when, the rule, and what of the person it asked for', async () => {
    const stamp = await stampOf(DANA)
    const { body } = await ask({ stamp })
    expect(body).toMatchObject({
      outcome: 'explained',
      served: { version: 4, flag: { key: 'new-pricing' } },
      value: true,
      variation: 0,
      reason: { kind: 'RULE_MATCH', ruleIndex: 0, ruleId: 'pilot-companies' },
      rule: { id: 'pilot-companies', variation: 0 },
      context: DANA,
      attributes: [{ kind: 'user', name: 'company_id', value: 'stonebridge-civil' }],
      differences: [],
    })
    expect((body as Explained).served.since).toBeLessThanOrEqual(Date.now())
    expect(body).not.toHaveProperty('inForce')
  })

  test('is that of its moment after the flag and the person have changed', async () => {
    const stamp = await stampOf(DANA)
    const at = Date.now()
    await later()
    await editFlag((flag) => Object.assign(flag, { version: 5, rules: [] }))
    expect(await stampOf({ ...DANA, company_id: 'another' })).toMatchObject({ value: false, version: 5 })
    const past = await explained({ at, stamp })
    expect(past).toMatchObject({ value: true, differences: [], context: DANA, served: { version: 4 } })
    expect(past.served.until).toBeGreaterThanOrEqual(at)
    const now = await explained({})
    expect(now).toMatchObject({ value: false, context: { company_id: 'another' }, served: { version: 5 } })
    expect(now.reason.kind).toBe('FALLTHROUGH')
  })

  test('is that of the version that the page still had, and says which one was in force', async () => {
    const stamp = await stampOf(DANA)
    await later()
    await editFlag((flag) => Object.assign(flag, { version: 5, on: false }))
    await later()
    expect(await explained({ stamp })).toMatchObject({
      ...{ value: true, served: { version: 4 }, differences: [] },
      inForce: { version: 5, flag: { on: false } },
    })
  })

  test('is found if an author has changed the flag and not its version', async () => {
    const stamp = await stampOf(DANA)
    await later()
    await editFlag((flag) => Object.assign(flag, { on: false }))
    expect(await explained({ stamp })).toMatchObject({ value: true, differences: [], served: { version: 4 } })
    expect(await stampOf(DANA)).toMatchObject({ value: false, version: 4, reason: 'OFF' })
    expect((await explained({ stamp: await stampOf(DANA) })).reason.kind).toBe('OFF')
  })

  test('says what differs from the event', async () => {
    const stamp = await stampOf(DANA)
    const { differences } = await explained({ stamp: { ...stamp, value: 'other', variation: 7, version: 99 } })
    expect(differences).toEqual([
      { part: 'version', event: 99, explained: 4 },
      { part: 'variation', event: 7, explained: 0 },
      { part: 'value', event: 'other', explained: true },
    ])
  })

  test('is the same after a restart, and while the file is broken', async () => {
    const stamp = await stampOf(DANA)
    const at = Date.now()
    await later()
    await editFlag((flag) => Object.assign(flag, { version: 5, on: false }))
    await writeFile(services.flagsFile, '{ "flags": ')
    await expect.poll(() => services.logged.join()).toContain('is invalid')
    expect(await stampOf(DANA)).toMatchObject({ version: 5, reason: 'OFF' })
    expect(await explained({ stamp: await stampOf(DANA) })).toMatchObject({ differences: [], served: { version: 5 } })
    const samples = join(folder, 'flags.json')
    await writeFile(samples, JSON.stringify({ environments: { production: ENVIRONMENT }, flags: {} }))
    again = await startServices({
      ...{ port: 0, data: join(folder, 'events.db'), flagsFile: samples, usersFile: services.usersFile },
    })
    expect(await explained({ at, stamp }, again.url)).toMatchObject({ value: true, differences: [], context: DANA })
    expect((await ask({}, { url: again.url })).body).toEqual({
      outcome: 'unknown',
      environment: ENVIRONMENT,
      message: `There was no flag new-pricing in the environment ${ENVIRONMENT} at this moment.`,
    })
  })

  test('takes the context with the accounts of the event, if pages of a person have sent several', async () => {
    const multi = (company: string) => ({ kind: 'multi', user: { key: DANA.key }, company: { key: company } })
    await editFlag((flag) =>
      Object.assign(flag, {
        rules: [
          { clauses: [{ attribute: 'key', op: 'in', values: ['acme'], contextKind: 'company' }], variation: 0 },
          { clauses: [{ attribute: 'key', op: 'in', values: ['zeta'], contextKind: 'company' }], variation: 0 },
        ],
      }),
    )
    const stamp = await stampOf(multi('acme'))
    await stampOf(multi('zeta'))
    const of = (key: string) => explained({ stamp, identity: { id: DANA.key, accounts: { company: { key } } } })
    expect((await of('acme')).reason).toMatchObject({ ruleIndex: 0 })
    expect((await of('zeta')).reason).toMatchObject({ ruleIndex: 1 })
    expect((await of('zeta')).attributes).toEqual([{ kind: 'company', name: 'key', value: 'zeta' }])
  })

  test('explains an event that was tracked before its page had asked for flags', async () => {
    const at = Date.now()
    await later()
    expect(await explained({ at, stamp: await stampOf(DANA) })).toMatchObject({ differences: [], context: DANA })
  })

  test('names the prerequisite that was not met, and evaluates it as it was', async () => {
    await editFlag((flag) => Object.assign(flag, { prerequisites: [{ key: 'quote-layout', variation: 1 }] }))
    const stamp = await stampOf(DANA)
    const at = Date.now()
    await later()
    await services.editFlags(({ flags }) => void delete flags['quote-layout'])
    await expect.poll(() => services.logged.join()).toContain('quote-layout')
    const { reason, differences, attributes } = await explained({ at, stamp })
    expect(reason).toEqual({ kind: 'PREREQUISITE_FAILED', prerequisiteKey: 'quote-layout' })
    expect([differences, attributes]).toEqual([[], []])
  })
})

describe('what is not known is said in a sentence', () => {
  test('for a person of whom no flag client has sent anything, though users.json has them', async () => {
    const { body } = await ask({ stamp: { version: 4 } })
    expect(body).toMatchObject({ outcome: 'unknown', served: { version: 4 } })
    expect(body.message).toBe(
      `What the flag service knew of ${DANA.key} at this moment is not known: it has not kept a context of that time.`,
    )
  })

  test('for an event without a person', async () => {
    expect((await ask({ identity: {} })).body.message).toBe('The event does not say whose flags these were.')
  })

  test('for a moment before versions were kept', async () => {
    await stampOf(DANA)
    expect((await ask({ at: 1, stamp: {} })).body).toEqual({
      outcome: 'unknown',
      environment: ENVIRONMENT,
      message: 'The services have kept versions of flags only since after this moment.',
    })
  })

  test('for a flag that never was', async () => {
    await stampOf(DANA)
    expect((await ask({ flag: '__proto__' })).body.message).toContain('There was no flag __proto__')
  })
})

describe('a question is refused', () => {
  test.each([
    [{ flag: 1 }, 'It must be'],
    [{ at: 'now' }, 'It must be'],
    [{ identity: [] }, '"identity" and "stamp"'],
    [{ stamp: 'true' }, '"identity" and "stamp"'],
  ])('%j', async (wrong, message) => {
    const headers = { origin: services.url, 'content-type': 'application/json' }
    const body = JSON.stringify({ flag: 'new-pricing', at: 1, ...wrong })
    const answer = await fetch(`${services.url}/console/explanations`, { method: 'POST', headers, body })
    expect([answer.status, ((await answer.json()) as { message: string }).message]).toEqual([
      400,
      expect.stringContaining(message),
    ])
  })

  test('from a page of another origin', async () => {
    expect((await ask({}, { origin: 'http://localhost:3000' })).status).toBe(403)
  })

  test('about an environment that is not there, and levels may begin with a capital', async () => {
    expect((await ask({ level: 'Elsewhere' })).status).toBe(404)
    expect((await ask({ level: undefined, environment: 'other' })).status).toBe(404)
    await stampOf(PRIYA)
    expect((await ask({ level: 'Production', identity: { id: PRIYA.key } })).body.outcome).toBe('explained')
  })

  test('without a level if there are several environments', async () => {
    const text = JSON.parse(await readFile(services.flagsFile, 'utf8')) as Record<string, unknown>
    await writeFile(services.flagsFile, JSON.stringify({ ...text, environments: { production: 'a', sandbox: 'b' } }))
    await expect.poll(async () => (await ask({ level: undefined })).status).toBe(404)
    expect((await ask({ level: undefined })).body.message).toContain('several environments')
  })
})
