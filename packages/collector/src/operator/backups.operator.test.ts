import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { operate } from './operatedCollector.ts'
import { expectWell } from './outage.ts'
import { placeForTests } from './place.ts'
import { compare, faultsOf, idsInFile, THE_SAME } from './readStore.ts'
import { COMMAND, telltaleCollector } from './runProgram.ts'
import { createSender } from './sender.ts'

const path = placeForTests()
const LINE = ['--port', '0', '--host', '127.0.0.1']
let stages = 0

/** A file with a backup of its first events, and a collector that has stored more since. */
async function stage() {
  const folder = path(`stage-${(stages += 1)}`)
  mkdirSync(folder)
  const file = `${folder}/events.db`
  const copy = `${folder}/copy.db`
  const start = () => operate({ args: [...LINE, '--store', file] })
  const collector = await start()
  const sender = createSender()
  const send = async (batches: number) => {
    for (let batch = 0; batch < batches; batch += 1) await sender.send(collector.port(), { count: 20 })
  }
  await send(5)
  const made = telltaleCollector(['backup', copy, '--store', file])
  const saved = [...sender.acknowledged]
  await send(10)
  return { file, copy, start, collector, sender, made, saved }
}

const restore = (file: string, copy: string) => telltaleCollector(['restore', '--store', file, copy])

describe('the command backup', () => {
  it('copies every event that was acknowledged, while a collector writes', async () => {
    const { made, copy, saved, sender, collector } = await stage()
    expect(made.code).toBe(0)
    expect(faultsOf(copy)).toBe('ok')
    expect(compare(idsInFile(copy), saved)).toEqual(THE_SAME)
    await expectWell(collector, sender)
  })

  it('ends with 1 and a sentence where a file is, and leaves it as it is', async () => {
    const { file, copy } = await stage()
    const before = readFileSync(copy)
    const { code, error } = telltaleCollector(['backup', copy, '--store', file])
    expect({ code, error }).toEqual({ code: 1, error: expect.stringMatching(/copy\.db exists/) })
    expect(readFileSync(copy).equals(before)).toBe(true)
  })
})

describe('the command backup that is killed', () => {
  it('has copied all events or leaves no backup, and works when it is run again', async () => {
    const { file, collector, sender } = await stage()
    await sender.send(collector.port(), { count: 5000 })
    const folder = `${file}.backups`
    mkdirSync(folder)
    for (let round = 0; round < 5; round += 1) {
      const copy = `${folder}/copy-${round}.db`
      const child = spawn(process.execPath, [COMMAND, 'backup', copy, '--store', file], { stdio: 'ignore' })
      const ended = once(child, 'close')
      while (child.exitCode === null && readdirSync(folder).every((name) => !name.startsWith(`copy-${round}`)))
        await setTimeout(0)
      await setTimeout(round)
      child.kill('SIGKILL')
      await ended
      if (!existsSync(copy)) expect(telltaleCollector(['backup', copy, '--store', file])).toMatchObject({ code: 0 })
      expect(compare(idsInFile(copy), sender.acknowledged)).toEqual(THE_SAME)
    }
    expect(readdirSync(folder)).toHaveLength(5)
  })
})

describe('the command restore', () => {
  it.each(['SIGTERM', 'SIGKILL'] as const)('puts a backup back, and nothing else, after %s', async (signal) => {
    const { file, copy, start, collector, sender, saved } = await stage()
    await collector.end(signal)
    expect(restore(file, copy)).toMatchObject({ code: 0, error: '' })
    expect([existsSync(`${file}-wal`), existsSync(`${file}-shm`)]).toEqual([false, false])
    const again = await start()
    expect(compare(idsInFile(file), saved)).toEqual(THE_SAME)
    // What pages still have arrives again, each event once.
    await sender.again(again.port())
    await expectWell(again, sender)
    await again.end('SIGTERM')
    expect(compare(idsInFile(file), sender.acknowledged)).toEqual(THE_SAME)
  })

  it('keeps the backup, which can be put back again', async () => {
    const { file, copy, collector, saved } = await stage()
    await collector.end('SIGTERM')
    expect([restore(file, copy).code, restore(file, copy).code]).toEqual([0, 0])
    expect(compare(idsInFile(copy), saved)).toEqual(THE_SAME)
  })

  it('puts a backup where there is no file', async () => {
    const { file, copy, collector, saved } = await stage()
    await collector.end('SIGTERM')
    for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true })
    expect(restore(file, copy).code).toBe(0)
    expect(compare(idsInFile(file), saved)).toEqual(THE_SAME)
  })

  it('ends with 1 and a sentence while a collector has the file, and changes nothing', async () => {
    const { file, copy, collector, sender } = await stage()
    const { code, error } = restore(file, copy)
    expect({ code, error }).toEqual({ code: 1, error: expect.stringMatching(/collector/i) })
    expect(error).not.toContain('unknown command')
    await expectWell(collector, sender)
    await collector.end('SIGTERM')
    expect(sender.missingIn(idsInFile(file))).toEqual([])
  })

  it.each([
    ['is not there', undefined],
    ['is no file of SQLite', 'Dear diary'],
    ['is empty', ''],
  ])('ends with 1 and a sentence when the backup %s, and changes nothing', async (_, text) => {
    const { file, collector, sender } = await stage()
    await collector.end('SIGTERM')
    const wrong = `${file}.wrong`
    if (text !== undefined) writeFileSync(wrong, text)
    const { code, error } = restore(file, wrong)
    expect({ code, error }).toEqual({ code: 1, error: expect.stringContaining('events.db.wrong') })
    expect(sender.missingIn(idsInFile(file))).toEqual([])
  })
})

describe('a backup that is copied over the file by hand', () => {
  it('is what a collector starts with after SIGTERM', async () => {
    const { file, copy, start, collector, saved, sender } = await stage()
    await collector.end('SIGTERM')
    cpSync(copy, file)
    const again = await start()
    expect(compare(idsInFile(file), saved)).toEqual(THE_SAME)
    await expectWell(again, sender)
  })

  // The log of the killed process is still beside it, and belongs to another file.
  it('is what a collector starts with after kill -9, or the start ends with a sentence', async () => {
    const { file, copy, start, collector, saved } = await stage()
    await collector.end('SIGKILL')
    expect(existsSync(`${file}-wal`)).toBe(true)
    cpSync(copy, file)
    const said = await start().then(
      () => 'started',
      (error: Error) => error.message,
    )
    if (said === 'started') expect(compare(idsInFile(file), saved)).toEqual(THE_SAME)
    else expect(said).toMatch(/ended with 1: .*events\.db/)
  })
})
