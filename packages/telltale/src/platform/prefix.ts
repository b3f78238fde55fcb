/** What every key, lock, channel and database of ours starts with. */
export const PREFIX = 'telltale:'
