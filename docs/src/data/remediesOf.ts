import type { Message } from './messages.ts'

/** They are thrown, or belong to a client without a layer, or to a function that rejects with them: no page reports them. */
const NO_REPORTS = {
  groups: ['Wrong settings', 'A standalone flag client'],
  codes: ['T81', 'T82', 'T83', 'T84'],
  text: /^Telltale cannot start\./,
}

type Groups = readonly { readonly title: string; readonly messages: readonly Message[] }[]

/** The file with the remedies of what a page can report, which the panel of the inspector loads, as TypeScript that is formatted. */
export function remediesOf(groups: Groups): string {
  const messages = groups.filter(({ title }) => !NO_REPORTS.groups.includes(title)).flatMap((group) => group.messages)
  const entries = messages
    .filter(
      ({ code, text, isWithoutCode }) =>
        !isWithoutCode && !NO_REPORTS.codes.includes(code) && !NO_REPORTS.text.test(text),
    )
    .map(({ code, remedy }) => `  ${code}: ${quoted(withoutLinks(remedy))},`)
  return [
    '/** What to do about each problem, by its code. It is made of `docs/src/data/messages.ts`, by `npx vitest run --project unit remedies -u`. */',
    'export const REMEDIES: Readonly<Record<string, string>> = {',
    ...entries,
    '}',
    '',
  ].join('\n')
}

const withoutLinks = (markdown: string) => markdown.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')

/** In single quotes, unless the text has such a sign. */
const quoted = (text: string) =>
  text.includes("'") ? JSON.stringify(text) : `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"')}'`
