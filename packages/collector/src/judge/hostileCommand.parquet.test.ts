import { existsSync, writeFileSync } from 'node:fs'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { createProgram } from '../server/createProgram.ts'
import { sqliteStore } from '../sqlite.ts'
import { parquetForTests } from '../testing/parquetForTests.ts'
import { programRunner } from '../testing/runProgram.ts'
import { done, shown, toldBy } from './hostileData.ts'

const { folder } = parquetForTests()
const run = programRunner(createProgram)
let [place, file] = ['', '']

beforeAll(async () => {
  place = `${await folder()}-command`
  file = `${place}.db`
  writeFileSync(`${place}.json`, JSON.stringify({ metrics: { sent: { of: 'count', event: 'Sent' } } }))
  const store = await sqliteStore({ file })
  const told = [...shown(240), ...done(240).filter((_, n) => n % 3 > 0)]
  for (const batch of toldBy(told)) await store.append(batch)
  await store.close()
})

/** What the command prints, or complains of. */
async function printed(...args: readonly string[]): Promise<string> {
  const texts: string[] = []
  const written = vi.spyOn(process.stdout, 'write').mockImplementation((text) => texts.push(String(text)) > 0)
  try {
    const complained = await run('experiment', ...args)
    return [...texts, complained].join('')
  } finally {
    written.mockRestore()
  }
}
const ask = (...args: readonly string[]) => printed('odd', '--store', file, '--metrics', `${place}.json`, ...args)

describe('the command experiment', () => {
  it('prints what means most first, and no control character', async () => {
    const text = await ask()
    expect(text).toMatch(/^No decision is possible yet\. “sent” of variation 1 may be higher or lower/)
    expect(text).not.toMatch(/[^\P{Cc}\n]|NaN|undefined|Infinity/u)
  })

  it('prints JSON without a value that is none', async () => {
    const text = await ask('--format', 'json')
    expect(JSON.parse(text)).toMatchObject({ flag: 'odd', units: [{ units: 120 }, { units: 120 }] })
    expect(text).not.toContain('null')
  })

  it.each([
    [['--split', 'half'], 'Write each variation with its share'],
    [['--split', '0=1'], 'Write each variation with its share'],
    [['--split', '0=one,1=1'], 'Write each variation with its share'],
    [['--split', '0=-1,1=2'], 'Write each variation with its share'],
    [['--split', '0=1e999,1=2'], 'Write each variation with its share'],
    [['--ends', 'tomorrow'], 'Write a day as 2026-12-15'],
    [['--ends', '2026-13-01'], 'Write a day as 2026-12-15'],
    [['--until', '2026-11-29T00:00:00Z'], 'Write a day as 2026-12-15'],
    [['--confidence', '1'], 'Write a share between 0 and 1'],
    [['--confidence', '95'], 'Write a share between 0 and 1'],
    [['--confidence', ''], 'Write a share between 0 and 1'],
    [['--effect', '0'], 'Write a share between 0 and 1'],
    [['--effect', '-0.1'], 'Write a share between 0 and 1'],
    [['--metric', 'snet'], 'There is no metric "snet". There are: sent.'],
    [['--control', 'blue'], 'No unit was shown the variation blue'],
    [['--format', 'csv'], 'Allowed choices are text, json'],
    [['--ends', '9999-12-31'], 'This experiment is judged at its end, 9999-12-31, and not before.'],
  ])('%s: says what is wrong in one sentence', async (args, sentence) => {
    const text = await ask(...args)
    expect(text).toContain(sentence)
    expect(text).not.toMatch(/\n\s+at |NaN|better|worse/)
  })

  it('takes no day that there is not', async () => {
    expect(await ask('--ends', '2026-02-30')).toContain('Write a day as 2026-12-15')
  })

  it('with the smallest confidence prints finite intervals', async () => {
    expect(await ask('--confidence', '1e-17')).not.toMatch(/NaN|Infinity|∞/)
  })

  it('takes a metric that is named twice once', async () => {
    expect(await ask('--metric', 'sent', 'sent')).toBe(await ask('--metric', 'sent'))
  })

  it.each([
    [['odd'], 'There is nothing to read. Set --store, --folder, or both.'],
    [['odd', '--store', 'x.db', '--metrics', 'no-such-file.json'], 'no-such-file.json cannot be read'],
    [['odd', '--folder', '/no-such-folder'], ''],
  ])('%s: says what is missing in one sentence', async (args, sentence) => {
    const text = await printed(...args)
    expect(text).toContain(sentence)
    expect(text.trim()).toMatch(/^[^\n]+\.$/)
  })

  it('makes no store where there is none', async () => {
    const text = await printed('odd', '--store', `${place}-none.db`, '--metrics', `${place}.json`)
    expect(existsSync(`${place}-none.db`)).toBe(false)
    expect(text.trim()).toMatch(/^[^\n]+\.$/)
  })
})
