import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import type { PlanCheck } from '../collectorOptions.ts'
import { FLAG_PREFIX } from '../store/flagPrefix.ts'
import type { Plan } from './plan.ts'

/** Properties that the library adds to every event. */
const isAdded = (name: string) => name.startsWith(FLAG_PREFIX) || name === 'screen_dimensions'

/**
 * Makes plans into the option `plan` of `createCollector`. The schemas are compiled once, which needs an environment that allows to make
 * code from text, as Node does.
 *
 * @throws a sentence that names the event whose schema is wrong
 */
export function compilePlan(...plans: readonly Plan[]): PlanCheck {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  const compiled = plans.map((plan) => ({
    ...plan,
    common: new Set(plan.common),
    checks: new Map(Object.entries(plan.events).map(([name, schema]) => [name, compile(ajv, name, schema)])),
  }))
  return (event, app) => {
    for (const { app: own, others, common, checks } of compiled) {
      if (own !== undefined && own !== app) continue
      const check = checks.get(event.name)
      if (check === undefined) {
        // What the library itself records is in no plan.
        if (others === 'refuse' && event['kind'] === undefined) return 'is not in the plan'
        continue
      }
      const given = Object.entries(event.properties).filter(([name]) => !isAdded(name) && !common.has(name))
      if (!check(Object.fromEntries(given))) return `does not fit the plan: ${sentenceOf(check.errors?.[0])}`
    }
    return undefined
  }
}

function compile(ajv: Ajv2020, name: string, schema: object): ValidateFunction {
  try {
    return ajv.compile(schema)
  } catch (error) {
    throw new Error(`The schema of "${name}" in the plan is no JSON Schema: ${(error as Error).message}.`, {
      cause: error,
    })
  }
}

/** What is wrong, without the value, which may be somebody's data. */
function sentenceOf(error: ErrorObject | undefined): string {
  const { instancePath = '', message = 'it is wrong', params = {} } = error ?? {}
  const where = instancePath === '' ? 'properties' : `"${instancePath.slice(1).replaceAll('/', '.')}"`
  const { additionalProperty } = params as { additionalProperty?: string }
  return additionalProperty === undefined ? `${where} ${message}` : `"${additionalProperty}" is not in it`
}
