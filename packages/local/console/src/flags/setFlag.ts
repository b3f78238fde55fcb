/** Asks the services to write a flag's switch into flags.json. Resolves with what went wrong, if anything did. */
export async function setFlag(key: string, on: boolean): Promise<string | undefined> {
  try {
    const answer = await fetch(`/console/flags/${encodeURIComponent(key)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ on }),
    })
    if (answer.ok) return undefined
    const { message } = (await answer.json()) as { message?: string }
    return message ?? `The services answered ${answer.status}.`
  } catch {
    return 'The services do not answer.'
  }
}
