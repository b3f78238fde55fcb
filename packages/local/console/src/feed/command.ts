/** Asks the services to do something. Resolves with what went wrong, if anything did. */
export async function command(path: string, body: unknown): Promise<string | undefined> {
  try {
    const answer = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (answer.ok) return undefined
    const { message } = (await answer.json()) as { message?: string }
    return message ?? `The services answered ${answer.status}.`
  } catch {
    return 'The services do not answer.'
  }
}
