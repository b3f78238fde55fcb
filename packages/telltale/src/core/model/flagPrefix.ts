/** The prefix of the names of flag properties. The specification's §7. */
export const FLAG_PREFIX = 'LDFF: '
