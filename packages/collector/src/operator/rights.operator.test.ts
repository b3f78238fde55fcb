import { chmodSync, chownSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { operate } from './operatedCollector.ts'
import { expectOutage, expectWell } from './outage.ts'
import { placeForTests } from './place.ts'
import { idsInFile } from './readStore.ts'
import { telltaleCollector } from './runProgram.ts'
import { createSender } from './sender.ts'

const path = placeForTests()
const LINE = ['--port', '0', '--host', '127.0.0.1']
/** `nobody`. Rights do not hold for root. */
const UID = 65_534
const isRoot = process.getuid?.() === 0
const as = isRoot ? { uid: UID, gid: UID } : {}
let stages = 0

/** A folder of nobody's, with a store that has events. */
async function stage() {
  const folder = path(`stage-${(stages += 1)}`)
  mkdirSync(folder)
  if (isRoot) chownSync(folder, UID, UID)
  const file = `${folder}/events.db`
  const start = () => operate({ args: [...LINE, '--store', file], ...(isRoot && { uid: UID }) })
  const sender = createSender()
  const collector = await start()
  await expectWell(collector, sender)
  return { folder, file, start, sender, collector }
}

describe('a collector whose user', () => {
  it.each([
    ['may not read the file', ({ file }) => chmodSync(file, 0)],
    ['may not make files in the folder', ({ folder }) => chmodSync(folder, 0o555)],
    ['may not look into the folder', ({ folder }) => chmodSync(folder, 0)],
  ] as readonly (readonly [string, (stage: { file: string; folder: string }) => void])[])(
    '%s does not start, with 1 and a sentence, and starts when it may again',
    async (_, take) => {
      const one = await stage()
      await one.collector.end('SIGTERM')
      const modes = [one.folder, one.file].map((name) => [name, statSync(name).mode] as const)
      take(one)
      const { code, error } = telltaleCollector([...LINE, '--store', one.file], { ...as, timeout: 5000 })
      for (const [name, mode] of modes) chmodSync(name, mode)
      expect({ code, error }).toEqual({ code: 1, error: expect.stringContaining('events.db') })
      expect(error).not.toMatch(/^\s+at /m)
      await expectWell(await one.start(), one.sender)
      expect(one.sender.missingIn(idsInFile(one.file))).toEqual([])
    },
  )

  it('may not write to the file does not start, or is not ready and says why, and acknowledges nothing', async () => {
    const { file, start, sender, collector } = await stage()
    await collector.end('SIGTERM')
    chmodSync(file, 0o444)
    const again = await start().catch((error: Error) => error)
    if (again instanceof Error) expect(again.message).toMatch(/ended with 1: .*events\.db/)
    else await expectOutage(again, { sender, reason: /READONLY|EACCES|readonly/i })
    chmodSync(file, 0o644)
    expect(sender.missingIn(idsInFile(file))).toEqual([])
  })

  it('loses its rights while it runs stores what it acknowledges', async () => {
    const { folder, file, collector, sender } = await stage()
    chmodSync(file, 0o444)
    chmodSync(folder, 0o555)
    for (let batch = 0; batch < 5; batch += 1) await sender.send(collector.port())
    const ready = (await collector.get('/health/ready')).status
    // Its files are open. If it cannot use them all the same, it has to say so.
    expect((await sender.send(collector.port())).status).toBe(ready === 200 ? 202 : 503)
    expect(await collector.end('SIGTERM')).toBe(0)
    chmodSync(folder, 0o755)
    chmodSync(file, 0o644)
    expect(sender.missingIn(idsInFile(file))).toEqual([])
  })

  it.each(['keys', 'plan'])('may not read the file of --%s does not start, with 1 and EACCES', (option) => {
    const file = path(`${option}.json`)
    writeFileSync(file, '{}')
    chmodSync(file, 0)
    const store = path(`stage-${option}.db`)
    const said = telltaleCollector([...LINE, '--store', store, `--${option}`, file], { ...as, timeout: 5000 })
    expect(said).toMatchObject({ code: 1, error: expect.stringMatching(new RegExp(`${option}\\.json.*EACCES`)) })
  })

  it('may not write to the folder of --parquet does not start, with 1 and a sentence, or says it in the log', async () => {
    const folder = path('parquet')
    mkdirSync(folder, { mode: 0o555 })
    const { file, collector } = await stage()
    await collector.end('SIGTERM')
    const args = [...LINE, '--store', file, '--parquet', folder]
    const again = await operate({ args, ...(isRoot && { uid: UID }) }, 'later')
    const said = () => again.said() + JSON.stringify(again.log().filter(({ level }) => level >= 40))
    await expect.poll(said, { timeout: 10_000 }).toMatch(/EACCES|[Pp]arquet/)
  })
})

describe('a store that', () => {
  it.each([
    ['is a text', (file: string) => writeFileSync(file, 'Dear diary, today I was no database.'.repeat(100))],
    ['is a folder', (file: string) => mkdirSync(file)],
    [
      'is a database of something else',
      (file: string) => writeFileSync(file, Buffer.concat([HEADER, Buffer.alloc(4080, 7)])),
    ],
  ])('%s ends the start with 1 and a sentence, and stays as it is', (name, make) => {
    const file = path(`${name.replaceAll(' ', '-')}.db`)
    make(file)
    const before = name === 'is a folder' ? '' : readFileSync(file, 'latin1')
    const { code, error } = telltaleCollector([...LINE, '--store', file], { timeout: 5000 })
    expect({ code, error }).toEqual({ code: 1, error: expect.stringContaining(file) })
    expect(error).not.toMatch(/^\s+at /m)
    if (before !== '') expect(readFileSync(file, 'latin1')).toBe(before)
  })
})

const HEADER = Buffer.from('SQLite format 3\0')
