import type { ExperimentPlace } from '../../../src/collector/experiments.ts'
import { routeHash } from '../shell/route.ts'

/** Beside the flag, what tells experiments apart. */
const FIELDS = ['app', 'promotion', 'unit'] as const

function paramsOf(place: ExperimentPlace): URLSearchParams {
  const given = FIELDS.map((field) => [field, place[field]] as const)
  return new URLSearchParams(given.filter((pair): pair is [(typeof FIELDS)[number], string] => pair[1] !== undefined))
}

/** The address of an experiment in the console. */
export const experimentHash = (place: ExperimentPlace): string =>
  routeHash({ view: 'experiments', open: place.flag, search: paramsOf(place).toString() })

/** The experiment that an address of the console names. */
export function placeIn(flag: string, search = ''): ExperimentPlace {
  const params = new URLSearchParams(search)
  return {
    flag,
    ...Object.fromEntries(FIELDS.flatMap((field) => (params.has(field) ? [[field, params.get(field)]] : []))),
  }
}

/** Where the services answer for an experiment. */
export function answerPath(place: ExperimentPlace): string {
  const params = paramsOf(place)
  params.set('flag', place.flag)
  return `/console/experiments/answer?${params.toString()}`
}
