import { listOf as partsOf, originOf } from '../lists.ts'

/** What values an option has, and how they are read. What cannot be read throws a sentence that does not quote it. */
export interface Kind<Value> {
  /** For the documentation, such as `whole number`. */
  readonly type: string
  /** Reads an argument, or a variable of the environment. */
  fromText(text: string): Value
  /** Reads a value of the configuration file. */
  fromJson(value: unknown): Value
}

function ofText<Value>(type: string, read: (text: string) => Value): Kind<Value> {
  const readFull = (text: string) => {
    if (text.trim() === '') throw new Error('It must not be empty.')
    return read(text)
  }
  return {
    type,
    // A variable that is made of a file often has the end of its last line.
    fromText: (text) => readFull(text.replace(/[\r\n]+$/, '')),
    fromJson(value) {
      if (typeof value !== 'string') throw new Error('It must be a text in quotation marks.')
      return readFull(value)
    },
  }
}

export const text = ofText('text', (given) => given)
export const path = ofText('path', (given) => given)

/** A text that has to match. @param must - what it must be, as in "It must be …" */
export const textLike = (pattern: RegExp, must: string): Kind<string> =>
  ofText('text', (given) => {
    if (!pattern.test(given)) throw new Error(`It must be ${must}.`)
    return given
  })

/** An address of HTTP in which there is no password. */
export const httpUrl = ofText('URL', (given) => {
  const url = URL.canParse(given) ? new URL(given) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash)
    throw new Error('It must be an address such as https://events.example.com/telltale, without a user and a query.')
  return given
})

export const pattern = ofText('regular expression', (given) => {
  try {
    return new RegExp(given, 'i')
  } catch {
    throw new Error('It must be a regular expression.')
  }
})

export const choice = <const Values extends readonly string[]>(...values: Values): Kind<Values[number]> =>
  ofText(values.map((value) => `\`${value}\``).join(', '), (given) => {
    if (!values.includes(given)) throw new Error(`Allowed choices are ${values.join(', ')}.`)
    return given as Values[number]
  })

export function wholeNumber(least: number, most = Infinity): Kind<number> {
  const type = most === Infinity ? `whole number, at least ${least}` : `whole number from ${least} to ${most}`
  const checked = (value: number) => {
    if (Number.isSafeInteger(value) && value >= least && value <= most) return value
    throw new Error(`It must be a ${type}.`)
  }
  return {
    type,
    fromText: (given) => checked(/^\s*\d+\s*$/.test(given) ? Number(given) : Number.NaN),
    fromJson: (value) => checked(typeof value === 'number' ? value : Number.NaN),
  }
}

const ANSWERS: ReadonlyMap<unknown, boolean> = new Map([
  ...['true', '1', 'yes', 'on'].map((word) => [word, true] as const),
  ...['false', '0', 'no', 'off'].map((word) => [word, false] as const),
])

const answerOf = (given: unknown): boolean => {
  const answer = typeof given === 'boolean' ? given : ANSWERS.get(given)
  if (answer === undefined) throw new Error('It must be true or false.')
  return answer
}

export const yesOrNo: Kind<boolean> = {
  type: 'true or false',
  fromText: (given) => answerOf(given.trim().toLowerCase()),
  fromJson: (value) => answerOf(typeof value === 'boolean' ? value : undefined),
}

/** Commas separate the values of a text. In the configuration file, a value may have a comma in it. */
function listOf(type: string, read: (text: string) => string): Kind<readonly string[]> {
  const checked = (all: readonly string[]) => {
    if (all.length === 0) throw new Error('It must not be empty.')
    return all.map(read)
  }
  return {
    type,
    fromText: (given) => checked(partsOf([given])),
    fromJson(value) {
      if (!Array.isArray(value) || !value.every((one) => typeof one === 'string' && one.trim() !== ''))
        throw new Error('It must be a list of texts, such as ["one", "two"].')
      return checked(value as readonly string[])
    },
  }
}

export const origins = listOf('list of origins', originOf)
export const paths = listOf('list of paths', (one) => one)
