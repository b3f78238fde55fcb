import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Interval } from '../experiment/compare.ts'
import type { MadeData } from './madeData.ts'

const PYTHON = new URL('../../../../.cache/experiments/bin/python', import.meta.url)
const SCRIPT = new URL('figures.py', import.meta.url)

export interface ComputedComparison {
  readonly difference: Interval
  readonly lift?: Interval
  readonly pValue?: number
  readonly smallest: number
}

/** What Python says of a metric. */
export interface ComputedMetric {
  readonly name: string
  readonly variations: Readonly<Record<string, Interval & { readonly units: number }>>
  readonly comparisons?: Readonly<Record<string, ComputedComparison>>
  readonly cutAt?: number
  /** Of a funnel: how many units of each variation have taken each step. */
  readonly steps?: readonly Readonly<Record<string, number>>[]
  readonly needed?: number | null
}

export interface Computed {
  readonly units: Readonly<Record<string, number>>
  readonly several: number
  readonly programs: number
  readonly sampleRatio: number
  readonly metrics: readonly ComputedMetric[]
}

/** Lets Python compute the figures of data sets. @throws what Python complains of */
export function computed(data: readonly MadeData[]): readonly Computed[] {
  const { status, stdout, stderr, error } = spawnSync(fileURLToPath(PYTHON), [fileURLToPath(SCRIPT)], {
    ...{ input: data.map((one) => JSON.stringify(one)).join('\n'), encoding: 'utf8', maxBuffer: 2 ** 28 },
  })
  if (status !== 0) throw new Error(`Python ended with ${status}: ${error?.message ?? stderr}`)
  const lines = stdout.trim().split('\n')
  return lines.map((line) => JSON.parse(line) as Computed)
}
