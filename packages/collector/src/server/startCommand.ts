import type { Command } from 'commander'
import { option } from './option.ts'
import { startCollector } from './startCollector.ts'
import { wholeNumber } from './wholeNumber.ts'
import { yesOrNo } from './yesOrNo.ts'

const each = (text: string, all: readonly string[] = []) => [...all, text]

/** Adds what starts the collector, which is what the command does without another word. */
export const withStart = (command: Command): Command =>
  command
    .addOption(option('--store <place>', 'a file of SQLite, or the URL of a database').default('telltale-events.db'))
    .addOption(option('--port <port>', 'the port to listen on').argParser(wholeNumber(0, 65_535)).default(4810))
    .addOption(option('--host <address>', 'the address to listen on').default('0.0.0.0'))
    .addOption(
      option(
        '--origin <origin>',
        'an origin whose pages may post, such as https://app.example.com; repeatable',
      ).argParser(each),
    )
    .addOption(option('--keys <file>', 'JSON of write keys: { "key": { "app": "Quotes", "origins": ["https://…"] } }'))
    .addOption(option('--admin-token <token>', 'the token for reading and deleting'))
    .addOption(option('--plan <file>', 'a plan: events that do not fit it are refused; repeatable').argParser(each))
    .addOption(option('--redact <pattern>', 'properties whose names match this regular expression are not stored'))
    .addOption(option('--parquet <folder>', 'also write Parquet files by hour to this folder'))
    .addOption(
      option('--kafka <address>', 'also write to this topic of Kafka, such as kafka://one:9092,two:9092/events'),
    )
    .addOption(
      option('--retention-days <days>', 'keep events for at least so long (a new store: 31)').argParser(
        wholeNumber(1, 3650),
      ),
    )
    .addOption(option('--max-bytes <bytes>', 'the most bytes of a new file of SQLite').argParser(wholeNumber(1)))
    .addOption(option('--per-second <count>', 'the most batches with one key').argParser(wholeNumber(1)))
    .addOption(option('--per-second-by-address <count>', 'the most batches from one address').argParser(wholeNumber(1)))
    .addOption(
      option('--trust-proxy [answer]', 'X-Forwarded-For has the address of the client: true or false')
        .argParser(yesOrNo)
        .preset('true'),
    )
    .addOption(
      option('--log-level <level>', 'how much to log')
        .choices(['debug', 'info', 'warn', 'error', 'silent'])
        .default('info'),
    )
    .action(startCollector)
