/** Whether a process other than this one has this id. Ids are reused: in a container, a restarted process often has the same id. */
export function isAnother(pid: number): boolean {
  try {
    return pid !== process.pid && process.kill(pid, 0)
  } catch (error) {
    // The process may belong to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
