import type { Terminal } from './terminal.ts'

/** Whether there is somebody to look at a browser, and a screen to show it on. */
export function mayOpenBrowser({ env, isInteractive }: Terminal, platform: string = process.platform): boolean {
  if (!isInteractive || isOn(env['CI']) || env['BROWSER'] === 'none') return false
  const needsDisplay = platform !== 'darwin' && platform !== 'win32' && !env['WSL_DISTRO_NAME']
  return !needsDisplay || Boolean(env['DISPLAY'] ?? env['WAYLAND_DISPLAY'])
}

/** Opens the console in the browser of whoever sits here. Resolves with a sentence when it cannot be. */
export async function openConsole(url: string): Promise<string | undefined> {
  try {
    // Only when it is needed: it takes longer to load than all the rest that prints an address.
    const { default: open } = await import('open')
    const browser = await open(url)
    // Without a listener, a browser that is not there would end this process.
    browser.on('error', () => undefined)
    return undefined
  } catch (error) {
    return `No browser could be opened: ${error instanceof Error ? error.message : String(error)}`
  }
}

function isOn(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0' && value !== 'false'
}
