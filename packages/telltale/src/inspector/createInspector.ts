import { checkOptions, bool, text, type HasPassed } from '../core/checkOptions.ts'
import { attempt } from '../core/lib/attempt.ts'
import { isThenable } from '../core/lib/thenable.ts'
import type { Identity } from '../core/model/identity.ts'
import type { ObservedLayer, Observer } from '../core/observer.ts'
import { fn, type OptionTable } from '../core/optionTable.ts'
import type { Loads } from './inspected.ts'
import type { InspectorOptions } from './inspectorOptions.ts'
import { createOverrides } from './overrides.ts'
import { takeLink } from './overrideLink.ts'
import { recordedKey } from './recordedKey.ts'
import { startInspector } from './startInspector.ts'

const INSPECTOR = {
  what: 'inspector',
  table: { key: text, button: bool, allow: fn, docs: text } satisfies OptionTable<InspectorOptions>,
}

export function createInspector(options: InspectorOptions | undefined, loads: Loads): Observer {
  const passed = checkOptions(INSPECTOR, options)
  const { allow } = passed.options
  const observer: Observer & HasPassed = {
    name: 'inspector',
    passed,
    start(layer) {
      if (!canShow() || (!allow && layer.promotion === 'production')) return () => {}
      // Before anything else reads the address.
      const linked = takeLink(layer)
      const start = () => startInspector(layer, createOverrides(layer, linked), { ...passed.options, loads })
      return allow ? whileAllowed(layer, allow, start) : start().stop
    },
  }
  return observer
}

/** A server may have an object of its own by the name `document`. */
const canShow = () => attempt(() => 'attachShadow' in document.documentElement) ?? false

/** Runs it as long as the user may use it. Until it is known who is signed in, what has held before holds. */
function whileAllowed(
  { app, identity: { confirmed }, warn }: ObservedLayer,
  allow: (identity: Identity) => boolean,
  start: () => ReturnType<typeof startInspector>,
): () => void {
  let running: ReturnType<typeof startInspector> | undefined

  const refuse = (): unknown => warn('The inspector is off: its allow has thrown or returned a promise. (T182)')

  function follow(who: Identity) {
    if (who.status === 'resolving') return
    const answer: unknown = attempt(() => allow(who), refuse)
    // JavaScript callers may pass an async function, whose promise may reject.
    if (isThenable(answer)) answer.then(refuse, refuse)
    if (answer === true) running ??= start()
    else {
      running?.withdraw()
      running = undefined
      // What was recorded on a page before is not for this user.
      attempt(() => sessionStorage.removeItem(recordedKey(app)))
    }
  }

  const unsubscribe = confirmed.subscribe(follow)
  return () => {
    unsubscribe()
    running?.stop()
  }
}
