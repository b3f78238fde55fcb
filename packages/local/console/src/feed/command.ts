import type { ConsoleRefusal } from '../../../src/console/consoleMessage.ts'
import type { Problem } from '../../../src/protocol/problem.ts'

/** The result of a command. */
export type Answer =
  | { readonly outcome: 'done'; readonly body: unknown }
  | { readonly outcome: 'refused'; readonly message: string; readonly problems: readonly Problem[] }

type Method = 'POST' | 'PUT' | 'DELETE'

/** Sends a command to the services. Never rejects. */
export async function command(path: string, body?: unknown, method: Method = 'POST'): Promise<Answer> {
  try {
    const answer = await fetch(path, {
      method,
      ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    if (answer.ok) return { outcome: 'done', body: await answer.json().catch(() => undefined) }
    const refusal = (await answer.json().catch(() => ({}))) as Partial<ConsoleRefusal>
    const { message = `The local services responded with ${answer.status}.`, problems = [] } = refusal
    return { outcome: 'refused', message, problems }
  } catch {
    return { outcome: 'refused', message: 'The local services do not respond.', problems: [] }
  }
}

/** The error message of a command, if it failed. */
export function refusalOf(answer: Answer): string | undefined {
  return answer.outcome === 'refused' ? answer.message : undefined
}
