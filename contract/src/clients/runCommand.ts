import type { FlagClient } from 'telltale/flags'
import type { Command, CustomEventParams, EvaluateParams } from '../protocol/command.ts'
import { buildContext, compareContexts, convertContext } from './contextCommands.ts'

/** The command is unknown, or its parameters are missing. */
export class BadCommand extends Error {}

/** Runs a command and returns its result, if it has one. */
export async function runCommand(client: FlagClient, command: Command): Promise<object | undefined> {
  switch (command.command) {
    case 'evaluate':
      return evaluate(client, need(command.evaluate))
    case 'evaluateAll':
      return { state: client.allFlags() }
    case 'identifyEvent': {
      const { context, user } = need(command.identifyEvent)
      await client.identify(need(context ?? user))
      return undefined
    }
    case 'customEvent':
      track(client, need(command.customEvent))
      return undefined
    case 'flushEvents':
      await client.flush()
      return undefined
    case 'contextBuild':
      return buildContext(need(command.contextBuild))
    case 'contextConvert':
      return convertContext(need(command.contextConvert))
    case 'contextComparison':
      return compareContexts(need(command.contextComparison))
    default:
      throw new BadCommand(`Unknown command: ${JSON.stringify(command.command)}.`)
  }
}

/** How the client's methods call the types of the harness. */
const METHOD_TYPES = { bool: 'bool', int: 'number', double: 'number', string: 'string', any: 'json' } as const

function evaluate(client: FlagClient, { flagKey, valueType, defaultValue = null, detail }: EvaluateParams) {
  // The harness leaves the type empty where any will do.
  const type = METHOD_TYPES[valueType || 'any']
  const args = [flagKey, defaultValue as never] as const
  if (!detail) return { value: client[`${type}Variation`](...args) }
  const { value, variationIndex, reason } = client[`${type}VariationDetail`](...args)
  return { value, variationIndex, reason }
}

function track(client: FlagClient, { eventKey, data, omitNullData, metricValue }: CustomEventParams) {
  if (typeof metricValue === 'number') return client.track(eventKey, data, metricValue)
  if (omitNullData && (data === null || data === undefined)) return client.track(eventKey)
  return client.track(eventKey, data)
}

function need<T>(params: T | null | undefined): T {
  if (params === null || params === undefined) throw new BadCommand('The parameters of the command are missing.')
  return params
}
