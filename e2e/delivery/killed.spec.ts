import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { killAgainAndAgain } from 'stage/killing'
import { browserVictim, contentVictim } from 'stage/victim'
import { expect, test } from './test.ts'

test(
  'every event is stored once when the process of the page is killed at any time after `track` returns',
  { tag: ['@core', '@engines'] },
  async ({ engine }) => {
    const victim = await contentVictim(engine)
    const { rounds, stored } = await killAgainAndAgain(victim, { rounds: 5, isKeptAsked: false, patienceMs: 120_000 })
    const names = rounds.flatMap((round) => round.names)
    expect([...stored].sort()).toEqual(names.map((name) => [name, 1]).sort())
  },
)

test(
  'every event that IndexedDB holds is stored once after the whole browser is killed, and none is stored twice',
  { tag: '@engines' },
  async ({ engine }) => {
    const profile = mkdtempSync(join(tmpdir(), 'telltale-killed-'))
    const victim = browserVictim(engine, profile)
    try {
      const { rounds, stored } = await killAgainAndAgain(victim, { rounds: 3, isKeptAsked: true, patienceMs: 20_000 })
      const kept = rounds.flatMap((round) => round.kept)
      expect(kept.length).toBeGreaterThan(0)
      expect(kept.filter((name) => stored.get(name) !== 1)).toEqual([])
      expect([...stored].filter(([, times]) => times > 1)).toEqual([])
    } finally {
      rmSync(profile, { recursive: true, force: true })
    }
  },
)
