import { describe, expect, it } from 'vitest'
import type { AnalyticsEvent } from '../../core/model/event.ts'
import type { Step } from '../../core/step.ts'
import { redact, type RedactOptions } from '../../redact.ts'
import { commonProperties } from '../../steps.ts'
import { fakeDisk } from '../../testing/fakeDisk.ts'
import { fakePlatform } from '../../testing/fakePlatform.ts'
import { createTelltaleAtOnce } from '../../testkit/createTelltaleAtOnce.ts'

const MAIL = 'ann.miller@example.com'
const SHARE = 'aB3xK9mQ2pLw8ZrT5vYn'

/** It looks like a secret. */
const RANDOM = 'kT7bQ2xW9mZ4vR1cL8nY'

function openPage(
  options: RedactOptions = {},
  person: () => object | undefined = () => ({ unique_identity: 'ida' }),
  steps: readonly Step[] = [],
) {
  const disk = fakeDisk()
  const platform = fakePlatform(undefined, disk)
  platform.url = `https://app.test/share/${SHARE}?share=${SHARE}&mail=${MAIL}#/locked/${SHARE}`
  const taken: AnalyticsEvent[] = []
  const written: string[] = []
  const { set } = disk.storage
  disk.storage.set = (key, value) => {
    written.push(key, value)
    return set(key, value)
  }
  const telltale = createTelltaleAtOnce(
    {
      app: 'Desk',
      identity: { person: person as never },
      events: { steps: [redact(options), commonProperties(() => ({ contact: MAIL })), ...steps] },
      destinations: [
        { name: 'own', deliver: async (batch) => (taken.push(...batch), { outcome: 'delivered' as const }) },
      ],
    },
    platform,
  )
  return { telltale, platform, taken, written: () => written.join('\n') }
}

const KEPT = [MAIL, encodeURIComponent(MAIL), SHARE, 'hunter22']

describe('redact', () => {
  it('leaves nothing of a secret in an event, in storage or at a destination, wherever it was', async () => {
    const page = openPage()
    page.telltale.track(`Sent to ${MAIL}`, {
      note: { text: [`mail ${MAIL}`, { [MAIL]: 1 }] },
      password: 'hunter22',
      link: `https://app.test/?next=${encodeURIComponent(`/u/${encodeURIComponent(MAIL)}`)}`,
    })
    const before = page.written()
    expect(before).not.toBe('')
    await page.platform.clock.advance(1_000)
    expect(page.taken).toHaveLength(2)
    for (const kept of KEPT) {
      expect(JSON.stringify(page.taken)).not.toContain(kept)
      expect(page.written()).not.toContain(kept)
    }
    expect(page.taken.map(({ name }) => name)).toContain('Sent to [email]')
    expect(page.taken[0]?.url).toMatch(/^https:\/\/app\.test\/share\/\[secret\]/)
  })

  it('while nobody is known yet, nothing is stored either', async () => {
    const page = openPage({}, () => new Promise(() => {}) as never)
    page.telltale.track('Sent', { to: MAIL })
    await page.platform.clock.advance(1_000)
    expect(page.written()).toContain('[email]')
    for (const kept of KEPT) expect(page.written()).not.toContain(kept)
  })

  it('takes it out of what a step returns, too', async () => {
    const back: Step = {
      name: 'back',
      process: (event) => ({
        ...event,
        name: `To ${MAIL}`,
        url: `/u/${MAIL}`,
        properties: { ...event.properties, to: MAIL },
      }),
    }
    const page = openPage({}, undefined, [back])
    page.telltale.track('Sent')
    await page.platform.clock.advance(1_000)
    expect(page.taken.at(-1)).toMatchObject({ name: 'To [email]', url: '/u/[email]', properties: { to: '[email]' } })
    expect(JSON.stringify(page.taken)).not.toContain(MAIL)
  })

  it('a detector of the application that throws does not throw into the page: what it has found is replaced', async () => {
    const isValid = () => {
      throw new Error('not ready')
    }
    const page = openPage({ detectors: [{ name: 'member', pattern: /M-\d{4}/, isValid }] })
    page.telltale.track('Seen', { text: 'M-1234' })
    await page.platform.clock.advance(1_000)
    expect(page.taken.find(({ name }) => name === 'Seen')?.properties).toMatchObject({ text: '[member]' })
  })

  it('leaves an event without a secret as it is', async () => {
    const page = openPage()
    page.platform.url = 'https://app.test/quotes/1042'
    const properties = { total: 1200.5, lines: [{ sku: 'EX-200', days: 3 }], ok: true, none: null }
    page.telltale.track('Quote sent', properties)
    await page.platform.clock.advance(1_000)
    expect(page.taken.find(({ name }) => name === 'Quote sent')).toMatchObject({
      url: 'https://app.test/quotes/1042',
      properties,
    })
  })

  it('leaves what the library knows of a moment, and nothing else of it', async () => {
    const known = { release: RANDOM, environment: RANDOM, consent: RANDOM, session: { id: RANDOM, startedAt: 1 } }
    const view = { id: RANDOM, pattern: `/share/${SHARE}`, title: `Mail to ${MAIL}`, referrer: `/share/${SHARE}` }
    const added: Step = {
      name: 'added',
      enrich: () => ({ moment: { ...known, view, tenant: RANDOM } as never }),
    }
    const page = openPage({}, undefined, [added])
    page.telltale.track('Sent')
    await page.platform.clock.advance(1_000)
    expect(page.taken.find(({ name }) => name === 'Sent')?.moment).toEqual({
      ...known,
      view: { id: RANDOM, pattern: '/share/[secret]', title: 'Mail to [email]', referrer: '/share/[secret]' },
      tenant: '[secret]',
    })
    expect(page.platform.logged.join('\n')).toContain('moment.view.title')
    expect(page.platform.logged.join('\n')).not.toMatch(/moment\.(?:release|session|view\.id)/)
  })

  it('says once where something was found, and never what', async () => {
    const page = openPage()
    for (const mail of [MAIL, 'ben@example.com'])
      page.telltale.track('Sent', { note: { text: mail }, password: 'hunter22', [mail]: 1 })
    const text = page.platform.logged.join('\n')
    for (const kept of [...KEPT, 'ben@']) expect(text).not.toContain(kept)
    expect(text.match(/A value that looks like email was replaced in properties\.note\.text/g)).toHaveLength(1)
    expect(text.match(/A value that looks like secret was replaced in properties\.password/g)).toHaveLength(1)
    expect(text).toContain('in url.')
  })

  it.each([
    [{ mode: 'mark' }, '(T189)'],
    [{ mode: 'hash' }, '(T190)'],
    [{ detectors: ['emial'] }, '(T191)'],
  ])('%j is an error at the start', (options, code) => {
    expect(() => redact(options as never)).toThrow(code)
  })

  it('has detectors of the application, with or without the flag g', async () => {
    const page = openPage({ detectors: [{ name: 'member', pattern: /M-\d{4}/ }] })
    page.telltale.track('Seen', { text: 'M-1234 and M-5678', to: MAIL })
    await page.platform.clock.advance(1_000)
    expect(page.taken.find(({ name }) => name === 'Seen')?.properties).toMatchObject({
      text: '[member] and [member]',
      to: '[email]',
    })
  })
})
