import type { FlagClient } from 'telltale/flags'
import type { Command, CustomEventParams, EvaluateParams } from '../protocol/command.ts'
import { BadCommand } from './badCommand.ts'
import { buildContext, compareContexts, convertContext } from './contextCommands.ts'

/** Does what the command says, and answers what it has as a result. */
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
      throw new BadCommand(`There is no command ${JSON.stringify(command.command)} here.`)
  }
}

function evaluate(client: FlagClient, { flagKey, valueType, defaultValue = null, detail }: EvaluateParams) {
  if (!detail) return { value: value(client, { flagKey, valueType, defaultValue }) }
  const found = valueDetail(client, { flagKey, valueType, defaultValue })
  return { value: found.value, variationIndex: found.variationIndex, reason: found.reason }
}

function value(client: FlagClient, { flagKey, valueType, defaultValue }: EvaluateParams): unknown {
  switch (valueType) {
    case 'bool':
      return client.boolVariation(flagKey, defaultValue as boolean)
    case 'int':
    case 'double':
      return client.numberVariation(flagKey, defaultValue as number)
    case 'string':
      return client.stringVariation(flagKey, defaultValue as string)
    default:
      return client.jsonVariation(flagKey, defaultValue)
  }
}

function valueDetail(client: FlagClient, { flagKey, valueType, defaultValue }: EvaluateParams) {
  switch (valueType) {
    case 'bool':
      return client.boolVariationDetail(flagKey, defaultValue as boolean)
    case 'int':
    case 'double':
      return client.numberVariationDetail(flagKey, defaultValue as number)
    case 'string':
      return client.stringVariationDetail(flagKey, defaultValue as string)
    default:
      return client.jsonVariationDetail(flagKey, defaultValue)
  }
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
