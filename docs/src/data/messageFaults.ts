import type { Message } from './messages.ts'

interface Catalogue {
  readonly entries: readonly Message[]
}

interface Exceptions {
  /** The codes of messages whose words are fixed, so that they end without them. */
  readonly withoutCode: readonly string[]
  /** Beginnings of messages: the rest, which has the code, is a sentence of its own. */
  readonly beginnings: readonly string[]
  /** Sentences that are no messages. */
  readonly noMessages: readonly string[]
}

const ENDS_WITH_CODE = /^(.*) \((T\d+)\)$/s

/** What is wrong with the codes of these texts of the library and of the entries on the page of messages. */
export function messageFaults(texts: readonly string[], catalogue: Catalogue, exceptions: Exceptions): string[] {
  return [
    ...texts.flatMap((text) => textFault(text, catalogue, exceptions) ?? []),
    ...catalogue.entries.flatMap((entry) => entryFaults(entry, texts)),
    ...codeFaults(catalogue),
    ...exceptionFaults(texts, catalogue, exceptions),
  ]
}

function textFault(text: string, { entries }: Catalogue, { beginnings, noMessages }: Exceptions): string | undefined {
  const [, words, code] = ENDS_WITH_CODE.exec(text) ?? []
  if (code === undefined) {
    const isFixed = entries.some((entry) => entry.isWithoutCode && entry.text === text)
    const isPart = entries.some(({ parts = [] }) => parts.includes(text.trim()))
    return isFixed || isPart || beginnings.includes(text) || noMessages.includes(text)
      ? undefined
      : `“${text}” does not end with a code.`
  }
  const entry = entries.find((one) => one.code === code)
  if (!entry) return `“${text}” has no entry.`
  if (entry.text !== words) return `“${text}” has the code of another message: “${entry.text}”.`
  return entry.isWithoutCode && `“${text}” ends with its code, but its words are fixed.`
}

function entryFaults({ code, text, parts = [], isWithoutCode }: Message, texts: readonly string[]): string[] {
  const isWritten = texts.includes(isWithoutCode ? text : `${text} (${code})`)
  return [
    ...(isWritten ? [] : [`${code} is no message of the library: “${text}”.`]),
    ...parts
      .filter((part) => !texts.some((one) => one.trim() === part))
      .map((part) => `${code} has a part that is no text of the library: “${part}”.`),
    ...(parts.length > 0 && !text.includes('…') ? [`${code} has parts, and no place for them.`] : []),
  ]
}

function codeFaults({ entries }: Catalogue): string[] {
  const codes = entries.map(({ code }) => code)
  return codes.filter((code, index) => codes.indexOf(code) !== index).map((code) => `${code} is used twice.`)
}

function exceptionFaults(texts: readonly string[], { entries }: Catalogue, exceptions: Exceptions): string[] {
  const fixed = entries.filter(({ isWithoutCode }) => isWithoutCode).map(({ code }) => code)
  const { withoutCode, beginnings, noMessages } = exceptions
  return [
    ...fixed.filter((code) => !withoutCode.includes(code)).map((code) => `${code} is without its code for no reason.`),
    ...withoutCode.filter((code) => !fixed.includes(code)).map((code) => `${code} is no exception.`),
    ...[...beginnings, ...noMessages]
      .filter((text) => !texts.includes(text))
      .map((text) => `“${text}” is an exception that the library does not have.`),
  ]
}
