import type { Log, PlanCheck } from '../collectorOptions.ts'
import type { WriteKey } from '../door/access.ts'
import { compilePlan } from '../plan/compilePlan.ts'
import { keysIn } from './keysIn.ts'
import type { OptionValues } from './options/options.ts'
import { planIn } from './planIn.ts'

/** The files of the rules that can change while the collector runs. */
export type RuleFiles = Partial<OptionValues<'keys' | 'plan'>>

export interface DoorRules {
  keys(): Readonly<Record<string, WriteKey>> | undefined
  readonly plan: PlanCheck
  /**
   * Reads the files again. They count from the next request, all of them or, if something is wrong with one, none: then those from before stay.
   * Never rejects, and says in the log what has become of it.
   */
  reload(): Promise<void>
}

/** @throws a sentence that names the file that is wrong */
export async function readDoorRules(filesNow: () => RuleFiles, log: Log): Promise<DoorRules> {
  let rules = await read(filesNow())
  let reloading = Promise.resolve()

  async function readAgain(): Promise<void> {
    try {
      rules = await read(filesNow())
      const { keys, plans } = rules
      log('info', 'Keys and plans were read again.', { keys: Object.keys(keys ?? {}).length, plans })
    } catch (error) {
      const { message: reason } = error as Error
      log('error', 'Keys and plans could not be read again. Those from before stay.', { reason })
    }
  }

  return {
    keys: () => rules.keys,
    plan: (event, app) => rules.check?.(event, app),
    // One after another: the last one has read what is there last.
    reload: () => (reloading = reloading.then(readAgain)),
  }
}

async function read({ keys, plan = [] }: RuleFiles) {
  const plans = await Promise.all(plan.map(planIn))
  return {
    keys: keys === undefined ? undefined : await keysIn(keys),
    plans: plans.length,
    check: plans.length > 0 ? compilePlan(...plans) : undefined,
  }
}
