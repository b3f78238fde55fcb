import { readFile } from 'node:fs/promises'
import { type ConnectionOptions, createSecureContext } from 'node:tls'
import type { KafkaLogin, KafkaOptions } from '../kafka.ts'
import { KAFKA_LOGIN } from './options/kafkaOptions.ts'
import { argumentOf, type OptionName, type OptionValues } from './options/options.ts'

/** The options of a connection to Kafka. */
export const KAFKA_LOGIN_NAMES = Object.keys(KAFKA_LOGIN) as readonly (keyof typeof KAFKA_LOGIN)[]

type Choice = Partial<OptionValues<keyof typeof KAFKA_LOGIN>>

/** How brokers are reached, with the files that are named. @throws a sentence that names the option that is wrong, and quotes no secret */
export async function kafkaConnection(choice: Choice): Promise<Pick<KafkaOptions, 'ssl' | 'sasl'>> {
  const ssl = await tlsOf(choice)
  const sasl = loginOf(choice)
  return { ...(ssl !== undefined && { ssl }), ...(sasl && { sasl }) }
}

async function tlsOf(choice: Choice): Promise<boolean | ConnectionOptions | undefined> {
  const { kafkaTls, kafkaCa, kafkaCert, kafkaKey, kafkaKeyPassphrase: passphrase } = choice
  const [first] = (['kafkaCa', 'kafkaCert', 'kafkaKey', 'kafkaKeyPassphrase'] as const).filter(
    (name) => choice[name] !== undefined,
  )
  if (first === undefined) return kafkaTls
  if (kafkaTls === false) throw new Error(`--kafka-tls is false. Leave out ${argumentOf(first)}, or set it to true.`)
  if ((kafkaCert === undefined) !== (kafkaKey === undefined))
    throw new Error('A certificate needs its key. Set both --kafka-cert and --kafka-key.')
  if (passphrase !== undefined && kafkaKey === undefined)
    throw new Error('The option --kafka-key-passphrase is for --kafka-key, which is missing.')
  const tls = {
    ...(kafkaCa !== undefined && { ca: await certificatesIn(kafkaCa, 'kafkaCa') }),
    ...(kafkaCert !== undefined && { cert: await certificatesIn(kafkaCert, 'kafkaCert') }),
    ...(kafkaKey !== undefined && { key: await textIn(kafkaKey, 'kafkaKey') }),
    ...(passphrase !== undefined && { passphrase }),
  }
  try {
    createSecureContext(tls)
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    throw new Error(
      `The files of --kafka-ca, --kafka-cert and --kafka-key cannot be used together: ${code}. They must be PEM, and the key must be that of the certificate.`,
      { cause: error },
    )
  }
  return tls
}

async function textIn(file: string, name: OptionName): Promise<string> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`The file ${file} of ${argumentOf(name)} cannot be read: ${error.code}.`, { cause: error })
  })
}

async function certificatesIn(file: string, name: OptionName): Promise<string> {
  const text = await textIn(file, name)
  // Without one, Node would silently trust nobody.
  if (!text.includes('-----BEGIN CERTIFICATE-----'))
    throw new Error(`The file ${file} of ${argumentOf(name)} has no certificate in PEM.`)
  return text
}

function loginOf({ kafkaMechanism, kafkaUsername, kafkaPassword, kafkaToken }: Choice): KafkaLogin | undefined {
  if (kafkaMechanism === undefined) {
    if (kafkaUsername === undefined && kafkaPassword === undefined && kafkaToken === undefined) return undefined
    throw new Error('A login at Kafka needs --kafka-mechanism, such as SCRAM-SHA-512.')
  }
  if (kafkaMechanism === 'OAUTHBEARER') {
    if (kafkaToken === undefined || kafkaUsername !== undefined || kafkaPassword !== undefined)
      throw new Error('OAUTHBEARER needs --kafka-token, and neither --kafka-username nor --kafka-password.')
    return { mechanism: kafkaMechanism, token: kafkaToken }
  }
  if (kafkaUsername === undefined || kafkaPassword === undefined || kafkaToken !== undefined)
    throw new Error(`${kafkaMechanism} needs --kafka-username and --kafka-password, and no --kafka-token.`)
  return { mechanism: kafkaMechanism, username: kafkaUsername, password: kafkaPassword }
}
