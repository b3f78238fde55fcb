import type { EventLine, Property } from './eventLine.ts'
import { flagKeyOf } from './flagKeyOf.ts'

/** Properties that a page adds automatically. No test should depend on the screen it runs on. */
const AUTOMATIC = new Set(['screen_dimensions'])

/** Generates a test with `telltale/testing` that tracks the event and expects what was stored. */
export function unitTest(line: EventLine, flagKeys: readonly string[]): string {
  const own = line.properties.filter(({ name }) => !AUTOMATIC.has(name))
  const flags = line.flags.map(({ name, value }) => ({
    name: flagKeyOf(name, flagKeys),
    value,
  }))
  const properties = [...own, ...line.flags.map(({ name, value }) => ({ name: `LDFF: ${name}`, value }))]
  return [
    `import { createTestTelltale } from 'telltale/testing'`,
    `import { expect, test } from 'vitest'`,
    ``,
    `test(${text(`${line.name} is tracked`)}, () => {`,
    `  const telltale = createTestTelltale({`,
    ...(line.who.id === undefined ? [] : [`    identity: { unique_identity: ${text(line.who.id)} },`]),
    `    flags: ${object(flags, 4)},`,
    `  })`,
    `  telltale.track(${text(line.name)}, ${object(own, 2)})`,
    `  expect(telltale.events()).toContainEqual(`,
    `    expect.objectContaining({`,
    `      name: ${text(line.name)},`,
    `      properties: expect.objectContaining(${object(properties, 6)}),`,
    `    }),`,
    `  )`,
    `})`,
    ``,
  ].join('\n')
}

/** Generates a Playwright test that waits until the collector has such an event. */
export function playwrightTest(line: EventLine, where: { readonly page: string; readonly services: string }): string {
  const own = line.properties.filter(({ name }) => !AUTOMATIC.has(name))
  const properties = [...own, ...line.flags.map(({ name, value }) => ({ name: `LDFF: ${name}`, value }))]
  const identity = [
    { name: 'id', value: line.who.id },
    { name: 'impersonator', value: line.who.impersonator },
  ].filter(({ value }) => value !== undefined)
  return [
    `import { expect, test } from '@playwright/test'`,
    ``,
    `test(${text(`${line.name} arrives`)}, async ({ page, request }) => {`,
    `  await page.goto(${text(where.page)})`,
    `  // Add the actions that lead to the event here.`,
    `  const collected = async () => {`,
    `    const answer = await request.get(${text(`${where.services}/console/events.ndjson`)})`,
    `    return (await answer.text()).trim().split('\\n').map((line) => JSON.parse(line))`,
    `  }`,
    `  await expect.poll(collected).toContainEqual(`,
    `    expect.objectContaining({`,
    `      name: ${text(line.name)},`,
    `      identity: expect.objectContaining(${object(identity, 6)}),`,
    `      properties: expect.objectContaining(${object(properties, 6)}),`,
    `    }),`,
    `  )`,
    `})`,
    ``,
  ].join('\n')
}

function object(list: readonly Property[], indent: number): string {
  if (list.length === 0) return '{}'
  const inside = ' '.repeat(indent + 2)
  const lines = list.map(({ name, value }) => `${inside}${keyText(name)}: ${valueText(value)},`)
  return `{\n${lines.join('\n')}\n${' '.repeat(indent)}}`
}

function keyText(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : text(name)
}

function valueText(value: unknown): string {
  return typeof value === 'string' ? text(value) : (JSON.stringify(value) ?? 'undefined')
}

/** A string literal in single quotes, with escapes. */
function text(value: string): string {
  return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}
