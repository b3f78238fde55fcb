import { attempt } from './attempt.ts'

/** `undefined` when the text is not JSON, as when a proxy answers with a page of its own. */
export const parseJson = (text: string): unknown => attempt<unknown>(() => JSON.parse(text))
