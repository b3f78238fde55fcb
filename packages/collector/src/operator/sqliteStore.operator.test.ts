import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { mountTinyDisk } from '../faults/tinyDisk.ts'
import { operate } from './operatedCollector.ts'
import { expectOutage, expectWell } from './outage.ts'
import { placeForTests } from './place.ts'
import { faultsOf, idsInFile } from './readStore.ts'
import { telltaleCollector } from './runProgram.ts'
import { createSender } from './sender.ts'

const path = placeForTests()
const LINE = ['--port', '0', '--host', '127.0.0.1']
let stages = 0

/** A collector with a file in a folder of its own, in which there are events. */
async function stage(folder = path(`stage-${(stages += 1)}`)) {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'events.db')
  const start = () => operate({ args: [...LINE, '--store', file] })
  const collector = await start()
  const sender = createSender()
  await expectWell(collector, sender)
  return { folder, file, start, collector, sender }
}

describe('a disk that is full', () => {
  it('is not ready, with SQLITE_FULL in the log, and ready again when there is room', async ({ skip }) => {
    const disk = mountTinyDisk()
    if (!disk) return skip('A disk that is full needs the right to mount one.')
    try {
      const { collector, sender, file } = await stage(disk.folder)
      disk.fill()
      // What is in the pages that the file has already may still be stored.
      for (let batch = 0; batch < 40; batch += 1) await sender.send(collector.port(), { count: 200 })
      await expectOutage(collector, { sender, reason: /FULL/ })
      disk.makeRoom()
      await expectWell(collector, sender)
      expect(await collector.end('SIGTERM')).toBe(0)
      expect(faultsOf(file)).toBe('ok')
      expect(sender.missingIn(idsInFile(file))).toEqual([])
    } finally {
      disk.stop()
    }
  })

  it('ends a collector that is told to end with 0', async ({ skip }) => {
    const disk = mountTinyDisk()
    if (!disk) return skip('A disk that is full needs the right to mount one.')
    try {
      const { collector, sender, file } = await stage(disk.folder)
      disk.fill()
      expect(await collector.end('SIGTERM')).toBe(0)
      expect(sender.missingIn(idsInFile(file))).toEqual([])
    } finally {
      disk.stop()
    }
  })

  it('ends a start with 1 and a sentence, and no file is half made', async ({ skip }) => {
    const disk = mountTinyDisk()
    if (!disk) return skip('A disk that is full needs the right to mount one.')
    try {
      disk.fill()
      const { code, error } = telltaleCollector([...LINE, '--store', join(disk.folder, 'events.db')])
      expect(code).toBe(1)
      expect(error).toMatch(/events\.db.*(full|FULL)/)
      disk.makeRoom()
      const { collector, sender } = await stage(disk.folder)
      await expectWell(collector, sender)
      expect(await collector.end('SIGTERM')).toBe(0)
    } finally {
      disk.stop()
    }
  })
})

describe('a file that is', () => {
  type Stage = Awaited<ReturnType<typeof stage>>
  const ACTS: readonly (readonly [string, (stage: Stage) => void])[] = [
    ['removed', ({ file }) => rmSync(file)],
    ['removed with its log', ({ file }) => ['', '-wal', '-shm'].forEach((end) => rmSync(file + end, { force: true }))],
    ['moved away', ({ file }) => renameSync(file, `${file}.moved`)],
    ['removed with its folder', ({ folder }) => rmSync(folder, { recursive: true })],
    ['moved with its folder', ({ folder }) => renameSync(folder, `${folder}.moved`)],
    ['exchanged for a copy of itself', exchange],
    ['written over by a copy of itself', ({ file }) => backup(file, (copy) => cpSync(copy, file))],
  ]

  it.each(ACTS)('%s is not ready, and nothing is acknowledged that no file has', async (_, act) => {
    const one = await stage()
    const before = new Set(one.sender.acknowledged)
    act(one)
    // At once: before anybody has looked.
    for (let batch = 0; batch < 5; batch += 1) await one.sender.send(one.collector.port())
    await expectOutage(one.collector, { sender: one.sender, reason: /./ })
    await one.sender.send(one.collector.port())
    await one.collector.end('SIGTERM')
    // Whoever has moved a file finds its log where it was.
    if (existsSync(`${one.file}.moved`) && existsSync(`${one.file}-wal`))
      renameSync(`${one.file}-wal`, `${one.file}.moved-wal`)
    const places = [one.file, `${one.file}.moved`, join(`${one.folder}.moved`, 'events.db')].filter(existsSync)
    const missing = one.sender.missingIn(places.flatMap(idsInFile))
    expect(missing.filter((id) => !before.has(id)).length, 'lost').toBe(0)
  })

  it('moved away with its log has every event that was acknowledged', async () => {
    const { file, collector, sender } = await stage()
    for (const end of ['', '-wal', '-shm']) if (existsSync(file + end)) renameSync(file + end, `${file}.moved${end}`)
    for (let batch = 0; batch < 5; batch += 1) await sender.send(collector.port())
    await collector.end('SIGTERM')
    expect(sender.missingIn(idsInFile(`${file}.moved`))).toEqual([])
  })

  it('exchanged for a copy is ready after a restart, and takes again what pages still have', async () => {
    const one = await stage()
    exchange(one)
    await one.sender.send(one.collector.port())
    await one.collector.end('SIGTERM')
    expect(one.sender.missingIn(idsInFile(one.file))).toEqual([])
    const again = await one.start()
    await one.sender.again(again.port())
    await expectWell(again, one.sender)
    await again.end('SIGTERM')
    expect(faultsOf(one.file)).toBe('ok')
    expect(one.sender.missingIn(idsInFile(one.file))).toEqual([])
  })

  it('locked by another program is not ready, and ready when the lock is gone', async () => {
    const { file, collector, sender } = await stage()
    const lock = await holdFile(file)
    await expectOutage(collector, { sender, reason: /BUSY|LOCKED|not answered/i })
    await lock.release()
    await expectWell(collector, sender)
    expect(sender.missingIn(idsInFile(file))).toEqual([])
  })
})

function backup(file: string, put: (copy: string) => void): void {
  const copy = `${file}.copy`
  expect(telltaleCollector(['backup', copy, '--store', file]).code).toBe(0)
  put(copy)
}

function exchange({ file }: { readonly file: string }): void {
  backup(file, (copy) => renameSync(copy, file))
}

/** Takes the lock of a file of SQLite in a process of its own, until `release`. */
async function holdFile(file: string): Promise<{ release(): Promise<void> }> {
  const child = spawn('sqlite3', [file], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.write('BEGIN IMMEDIATE;\nSELECT 1;\n')
  await once(child.stdout, 'data')
  return {
    async release() {
      const ended = once(child, 'close')
      child.stdin.end('ROLLBACK;\n')
      await ended
    },
  }
}
