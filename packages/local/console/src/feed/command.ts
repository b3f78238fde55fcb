import type { ConsoleRefusal, Problem } from '../../../src/console/consoleMessage.ts'

/** What became of a command. */
export type Answer =
  | { readonly outcome: 'done'; readonly body: unknown }
  | { readonly outcome: 'refused'; readonly message: string; readonly problems: readonly Problem[] }

type Method = 'POST' | 'PUT' | 'DELETE'

/** Asks the services to do something. Never rejects. */
export async function command(path: string, body?: unknown, method: Method = 'POST'): Promise<Answer> {
  try {
    const answer = await fetch(path, {
      method,
      ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    if (answer.ok) return { outcome: 'done', body: await answer.json().catch(() => undefined) }
    const refusal = (await answer.json().catch(() => ({}))) as Partial<ConsoleRefusal>
    const { message = `The services answered ${answer.status}.`, problems = [] } = refusal
    return { outcome: 'refused', message, problems }
  } catch {
    return { outcome: 'refused', message: 'The services do not answer.', problems: [] }
  }
}

/** What went wrong, if anything did. */
export function refusalOf(answer: Answer): string | undefined {
  return answer.outcome === 'refused' ? answer.message : undefined
}
