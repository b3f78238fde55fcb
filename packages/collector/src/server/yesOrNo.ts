import { InvalidArgumentError } from 'commander'

const ANSWERS: ReadonlyMap<string, boolean> = new Map([
  ...['true', '1', 'yes', 'on'].map((word) => [word, true] as const),
  ...['false', '0', 'no', 'off'].map((word) => [word, false] as const),
])

/** Reads the value of an option that is on or off, which the environment can only give as a text. The command ends with a sentence for any other. */
export function yesOrNo(text: string): boolean {
  const answer = ANSWERS.get(text.trim().toLowerCase())
  if (answer === undefined) throw new InvalidArgumentError('It must be true or false.')
  return answer
}
