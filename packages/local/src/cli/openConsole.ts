import type { Terminal } from './terminal.ts'

/** Opens an address in a browser; rejects when it cannot. */
export type Opener = (url: string) => Promise<void>

/** Where the console may be opened. */
export type Desk = Pick<Terminal, 'env' | 'isInteractive'>

/** Opens the console, if somebody sits there to look at it. Resolves with a sentence when that fails. */
export async function openConsole(url: string, desk: Desk, opener: Opener = browser): Promise<string | undefined> {
  if (!mayOpenBrowser(desk)) return undefined
  try {
    await opener(url)
    return undefined
  } catch (error) {
    return `No browser could be opened: ${error instanceof Error ? error.message : String(error)}`
  }
}

/** Whether there is somebody to look at a browser, and a screen to show it on. */
export function mayOpenBrowser({ env, isInteractive }: Desk, platform: string = process.platform): boolean {
  if (!isInteractive || isOn(env['CI']) || env['BROWSER'] === 'none') return false
  const needsDisplay = platform !== 'darwin' && platform !== 'win32' && !env['WSL_DISTRO_NAME']
  return !needsDisplay || Boolean(env['DISPLAY'] ?? env['WAYLAND_DISPLAY'])
}

async function browser(url: string): Promise<void> {
  // Only when it is needed: it takes longer to load than all the rest that prints an address.
  const { default: open } = await import('open')
  const child = await open(url)
  // Without a listener, a browser that is not there would end this process.
  child.on('error', () => undefined)
}

function isOn(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0' && value !== 'false'
}
