/** With this, the names of properties begin that are the values of flags. */
export const FLAG_PREFIX = 'LDFF: '
