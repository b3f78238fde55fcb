import type { ProfileOptions } from './engine.ts'

/**
 * JavaScript that calls a function in a page and answers the JSON of what it returns. All drivers understand text; what
 * each of them makes of functions and values differs.
 */
export function asExpression<Arg>(script: (arg: Arg) => unknown, arg?: Arg): string {
  const argument = arg === undefined ? '' : JSON.stringify(arg)
  return `(async () => JSON.stringify(await (${script})(${argument})))()`
}

/** The value that `asExpression` has made text of. */
export function fromAnswer<Result>(answer: unknown): Result {
  return (typeof answer === 'string' ? JSON.parse(answer) : undefined) as Result
}

/** JavaScript that runs the functions one after another. */
export function asScript(before: ProfileOptions['before']): string {
  return [before ?? []]
    .flat()
    .map((run) => `;(${run})()`)
    .join('\n')
}
