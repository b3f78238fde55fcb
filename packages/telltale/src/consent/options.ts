import { checkOptions, type Passed, text } from '../core/checkOptions.ts'
import type { ConsentReader } from '../core/consentPart.ts'
import { isRecord } from '../core/lib/json.ts'
import type { Person } from '../core/model/identity.ts'
import { isText } from '../core/model/promotion.ts'
import { type Check, isFunction, type OptionTable, valueAt } from '../core/optionTable.ts'

/** What is allowed, by purpose. */
export type Choices = Readonly<Record<string, boolean>>

/** The options of `consent`. All are optional. */
export interface ConsentSettings {
  /**
   * The purpose of what the layer does, where another one is wanted than in the table of the guide: by the name of a destination, or `visitor`,
   * `session`, `exposures`, `rememberedIdentity`, `flagCache`, `flagKey`, `flagEvents`. A name that is none of `necessary`, `analytics`, `monitoring`
   * and `messaging` is a purpose of your own.
   */
  readonly purposes?: Readonly<Record<string, string>> | undefined
  /**
   * What is allowed as long as a user has not decided: true or false by purpose; pending when absent. A function is called with the person who is
   * signed in, or without one: so a page knows what a person has decided elsewhere.
   */
  readonly initial?: Choices | ((person: Person | undefined) => Choices | undefined) | undefined
  /** The version of the text that users are shown. What was decided for another version is pending again. */
  readonly text?: string | undefined
  /** The signals of the browser that deny purposes as long as a user has not decided otherwise: `gpc` is Global Privacy Control. */
  readonly respects?: readonly 'gpc'[] | undefined
  /** A consent tool of the page, which decides in place of a dialogue of your own: `oneTrust({ … })` of `telltale/consent-onetrust`. */
  readonly reader?: ConsentReader | undefined
  /** The address of your application that `telltale.forget()` asks, with the user's token. */
  readonly forgetUrl?: string | undefined
  /** The purposes that Global Privacy Control denies: all but `necessary` when absent. */
  readonly gpc?: readonly string[] | undefined
}

const eachIs =
  (check: (value: unknown) => boolean): Check =>
  (value) => {
    const wrong = isRecord(value) && Object.keys(value).find((name) => !check(value[name]))
    return typeof wrong === 'string' ? `.${wrong}` : isRecord(value)
  }

const isChoice = (value: unknown) => typeof value === 'boolean'
const isList =
  (check: (value: unknown) => boolean): Check =>
  (value) =>
    Array.isArray(value) && value.every(check)

const CONSENT = {
  what: 'consent',
  table: {
    purposes: [eachIs(isText), 'an object with the names of purposes'],
    initial: [
      (value, all) => isFunction(value) || eachIs(isChoice)(value, all),
      'an object with true or false, or a function',
    ],
    text,
    respects: [isList((one) => one === 'gpc'), "['gpc']"],
    gpc: [isList(isText), 'a list of purposes'],
    reader: [
      (value) => isText(valueAt(value, 'name')) && isFunction(valueAt(value, 'start')),
      'a reader of a consent tool',
    ],
    forgetUrl: text,
  } satisfies OptionTable<ConsentSettings>,
}

/** Reads the options once. Throws a sentence that says what to do when one is wrong. */
export const readConsentSettings = (given: ConsentSettings | undefined): Passed<ConsentSettings> =>
  checkOptions<ConsentSettings>(CONSENT, given)
