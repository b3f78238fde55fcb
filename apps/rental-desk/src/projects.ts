/** The ids of the analytics projects of each promotion level, as used by Heap and who-am-i. */
export const projects = {
  production: { internal: '2918840117', external: '2918840224' },
  staging: { internal: '1460077315', external: '1460077422' },
  sandbox: { internal: '3304516609', external: '3304516716' },
} as const
