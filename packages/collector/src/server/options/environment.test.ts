import { expect, test } from 'vitest'
import { tidyEnvironment, unknownVariables } from './environment.ts'

const tidied = (environment: Record<string, string>) => {
  const copy = { ...environment }
  tidyEnvironment(copy)
  return copy
}

test('empty variables set nothing, and those of others stay', () => {
  expect(
    tidied({
      ...{ TELLTALE_COLLECTOR_ORIGIN: '', TELLTALE_COLLECTOR_PLAN: ' \n', TELLTALE_COLLECTOR_PORT: '0', HOME: '' },
      VITE_TELLTALE_COLLECTOR: '',
    }),
  ).toEqual({ TELLTALE_COLLECTOR_PORT: '0', HOME: '', VITE_TELLTALE_COLLECTOR: '' })
})

test('what Kubernetes sets for a service of this name sets no option, and is not complained of', () => {
  const environment = {
    TELLTALE_COLLECTOR_SERVICE_HOST: '10.96.0.7',
    TELLTALE_COLLECTOR_SERVICE_PORT: '4810',
    TELLTALE_COLLECTOR_SERVICE_PORT_HTTP: '4810',
    TELLTALE_COLLECTOR_PORT: 'tcp://10.96.0.7:4810',
    TELLTALE_COLLECTOR_PORT_4810_TCP: 'tcp://10.96.0.7:4810',
    TELLTALE_COLLECTOR_PORT_4810_TCP_PROTO: 'tcp',
    TELLTALE_COLLECTOR_PORT_4810_TCP_PORT: '4810',
    TELLTALE_COLLECTOR_PORT_4810_TCP_ADDR: '10.96.0.7',
  }
  expect(tidied(environment)).toEqual({})
})

test('a variable that sets no option is named, with the one that may be meant, and not quoted', () => {
  const environment = {
    TELLTALE_COLLECTOR_PROT: '1',
    TELLTALE_COLLECTOR_ADMINTOKEN: 'hunter2',
    TELLTALE_COLLECTOR_TELEMETRY: 'off',
    TELLTALE_COLLECTOR_CONFIG: 'a.json',
    TELLTALE_COLLECTOR_KAFKA_CA: 'ca.pem',
    TELLTALE_COLLECTOR_FROM: 'kafka://one:9092',
  }
  expect(unknownVariables(environment)).toEqual([
    'The variable TELLTALE_COLLECTOR_PROT sets no option. Did you mean TELLTALE_COLLECTOR_PORT?',
    'The variable TELLTALE_COLLECTOR_ADMINTOKEN sets no option. Did you mean TELLTALE_COLLECTOR_ADMIN_TOKEN?',
    'The variable TELLTALE_COLLECTOR_TELEMETRY sets no option.',
  ])
})
