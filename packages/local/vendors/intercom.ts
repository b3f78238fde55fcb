import { fakeIntercom, type IntercomPage } from 'telltale/testing'
import { reporter } from './reporter.ts'

/** Where conversations stay from one page to the next: what the widget's own cookies do. */
const KEPT = 'telltale.intercom'

const cookies = new Proxy(kept(), {
  set: (target, name, value) => keep(Reflect.set(target, name, value), target),
  deleteProperty: (target, name) => keep(Reflect.deleteProperty(target, name), target),
})

fakeIntercom({ page: window as unknown as IntercomPage, onReceived: reporter('intercom'), cookies })

function kept(): Record<string, string> {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? '{}') as Record<string, string>
  } catch {
    return {}
  }
}

function keep(isDone: boolean, all: Record<string, string>): boolean {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(all))
  } catch {
    // A page whose storage is closed does without.
  }
  return isDone
}
