import type { Terminal } from './terminal.ts'

/** Opens an address in a browser. Rejects if it cannot. */
export type Opener = (url: string) => Promise<void>

/** The environment that decides whether the console may be opened. */
export type Desk = Pick<Terminal, 'env' | 'isInteractive'>

/** Opens the console if the terminal is interactive. Resolves with an error message if that fails. */
export async function openConsole(url: string, desk: Desk, opener: Opener = browser): Promise<string | undefined> {
  if (!mayOpenBrowser(desk)) return undefined
  try {
    await opener(url)
    return undefined
  } catch (error) {
    return `No browser could be opened: ${error instanceof Error ? error.message : String(error)}`
  }
}

/** Whether the terminal is interactive and there is a display for a browser. */
export function mayOpenBrowser({ env, isInteractive }: Desk, platform: string = process.platform): boolean {
  if (!isInteractive || isOn(env['CI']) || env['BROWSER'] === 'none') return false
  const needsDisplay = platform !== 'darwin' && platform !== 'win32' && !env['WSL_DISTRO_NAME']
  return !needsDisplay || Boolean(env['DISPLAY'] ?? env['WAYLAND_DISPLAY'])
}

async function browser(url: string): Promise<void> {
  // Loaded on demand: it takes longer to load than everything else that is needed to print the address.
  const { default: open } = await import('open')
  const child = await open(url)
  // Without a listener, a missing browser would end this process.
  child.on('error', () => undefined)
}

function isOn(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0' && value !== 'false'
}
