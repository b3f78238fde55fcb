import { checkOptions } from '../core/checkOptions.ts'
import type { ConsentReader } from '../core/consentPart.ts'
import { attempt } from '../core/lib/attempt.ts'
import { isText } from '../core/model/promotion.ts'
import { type Check, readOnce } from '../core/optionTable.ts'
import { NECESSARY } from './decisions.ts'

/** What is allowed together with a category of a consent tool: a purpose, or several. */
export type Purposes = string | readonly string[]

/** The page that a consent tool is on. */
export interface ToolPage {
  /** A variable of the page. */
  global(name: string): unknown
  /** Calls the listener at each of these events, whether they are of the window or of the document. */
  listen(events: readonly string[], listener: () => void): () => void
}

/** What a tool says of a category; `undefined` if it has no such category. */
export type IsAllowed = (category: string) => boolean | undefined

/** A consent tool, as a reader knows it. */
export interface Tool {
  /** The function of the library. */
  readonly what: string
  /** The source of its decisions. */
  readonly name: string
  /** After each of these, what the tool says may be another. */
  readonly events: readonly string[]
  /** The categories of the tool, if all pages have the same ones. */
  readonly categories?: readonly string[]
  /** What the tool says now: `null` if nobody has decided; `undefined`, or an exception, if it is not there. */
  read(page: ToolPage): IsAllowed | null | undefined
  /** Whether what it says is only what it allows as long as the user has not decided. */
  isAssumed?(page: ToolPage): boolean
}

const WORDS = 'purposes other than necessary, for a category of the tool'

function isPurposes(value: unknown) {
  const all = [value].flat()
  return all.length > 0 && all.every((one) => isText(one) && one !== NECESSARY)
}

/**
 * A reader of a consent tool. It reads the tool at its start and after each event. It does not read it when the page comes back from the
 * back/forward cache: the tool has then what it had before, and another page may have decided since.
 *
 * @throws a sentence that says what to do, when a category has no purpose
 */
export function toolReader(
  { what, name, events, categories, read, isAssumed }: Tool,
  given: Readonly<Record<string, Purposes | undefined>>,
  page: ToolPage,
): ConsentReader {
  const isComplete: Check = (value) => {
    const all = Object.entries(value as object)
    const wrong = all.find(([category, purposes]) => !isPurposes(purposes) || categories?.includes(category) === false)
    return wrong ? `.${wrong[0]}` : all.length > 0
  }
  const { options } = checkOptions(
    { what, table: { categories: [isComplete, WORDS] } },
    { categories: readOnce(given) as Readonly<Record<string, Purposes>> },
  )
  const purposes = Object.entries(options.categories).flatMap(([category, all]) =>
    [all].flat().map((purpose) => [purpose, category] as const),
  )

  return {
    name,
    start(tell) {
      function look() {
        const says = attempt(() => {
          const isAllowed = read(page)
          const how = isAssumed && { isAssumed: isAssumed(page) }
          return isAllowed ? ([choicesOf(purposes, isAllowed), how] as const) : isAllowed
        })
        const [choices, how] = says ?? []
        if (says !== undefined) tell(choices, how)
      }
      // A tool whose script is there before its events can be heard, or that has none at its start, is there at the latest now.
      const stop = page.listen([...events, 'load'], look)
      look()
      return stop
    },
  }
}

/** A purpose of several categories is allowed if all of them are. A purpose of categories that the tool does not have stays as it is. */
function choicesOf(purposes: readonly (readonly [purpose: string, category: string])[], isAllowed: IsAllowed) {
  const choices = new Map<string, boolean>()
  for (const [purpose, category] of purposes) {
    const is = isAllowed(category)
    if (is !== undefined) choices.set(purpose, is && choices.get(purpose) !== false)
  }
  return Object.fromEntries(choices)
}
