import { readdirSync, readFileSync } from 'node:fs'
import { waitUntil } from './waitUntil.ts'

export interface Member {
  readonly pid: number
  /** The name of the program, of which Linux keeps 15 characters. */
  readonly command: string
}

/** The living processes of a group. Linux only, as are the engines that need it. */
export function membersOf(group: number): readonly Member[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        // The command is in parentheses, and may have some of its own.
        const [, command = '', rest = ''] = /\((.*)\) (.*)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
        const [state, , groupOf] = rest.split(' ')
        return state !== 'Z' && Number(groupOf) === group ? [{ pid: Number(pid), command }] : []
      } catch {
        return [] // it has ended by itself
      }
    })
}

/** SIGKILL to those members of a group that match; resolves when they have ended. */
export async function killMembers(group: number, isMeant: (member: Member) => boolean = () => true): Promise<void> {
  const meant = membersOf(group).filter(isMeant)
  for (const { pid } of meant) killProcess(pid)
  const pids = new Set(meant.map(({ pid }) => pid))
  await waitUntil('the killed processes end', () => !membersOf(group).some(({ pid }) => pids.has(pid)))
}

export function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    return // it has ended by itself
  }
}
