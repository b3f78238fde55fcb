const METHODS = ['debug', 'error', 'info', 'log', 'warn'] as const

/** Hears what is written to the console, which shows it as before, until `stop` is called. */
export function watchConsole(): { readonly written: readonly string[]; stop(): void } {
  const written: string[] = []
  const undo = METHODS.map((method) => {
    const real = console[method]
    console[method] = (...given: unknown[]) => {
      written.push(given.map(asText).join(' '))
      real(...given)
    }
    return () => void (console[method] = real)
  })
  return { written, stop: () => undo.forEach((step) => step()) }
}

function asText(given: unknown): string {
  if (given instanceof Error) return `${String(given)} ${asText(given.cause)}`
  try {
    return typeof given === 'string' ? given : (JSON.stringify(given) ?? '')
  } catch {
    return String(given)
  }
}
