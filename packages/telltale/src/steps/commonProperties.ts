import { attempt } from '../core/lib/attempt.ts'
import type { Moment } from '../core/model/event.ts'
import { isText } from '../core/model/promotion.ts'
import type { Step } from '../core/step.ts'

/** What all events have in common. */
export interface CommonProperties {
  /** The release of the application: a part of the moment, not of the properties. */
  readonly release?: string | undefined
  /** The environment of the application, such as `production`: a part of the moment, too. */
  readonly environment?: string | undefined
  /** The properties, as JSON can hold them. */
  readonly [name: string]: unknown
}

/**
 * A step that adds properties to each event. The function is called in the task of each call of `track`; where the call has a property
 * of the same name, that of the call stays. `release` and `environment` go into the moment.
 *
 * @example
 * ```ts
 * events: { steps: [commonProperties(() => ({ depot: depots.current, release: BUILD_ID }))] },
 * ```
 */
export const commonProperties = (read: () => CommonProperties | undefined): Step => ({
  name: 'commonProperties',
  enrich(call) {
    const given = read()
    if (given === undefined) return undefined
    // Promises and lists included: the layer reports the step.
    if (Object.prototype.toString.call(given) !== '[object Object]') throw given
    let properties = {}
    let moment: Moment | undefined
    for (const name of Object.keys(given)) {
      // A getter that throws costs its own property only: the layer reports a value that JSON cannot hold.
      const value = attempt(
        () => given[name],
        () => attempt,
      )
      if (!/^(release|environment)$/.test(name))
        properties = { ...(!Object.hasOwn(call.properties, name) && { [name]: value }), ...properties }
      else if (isText(value)) moment = { ...moment, [name]: value }
    }
    return { properties, moment }
  },
})
