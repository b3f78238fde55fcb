import type { Command } from 'commander'
import { kindOf } from '../stores/stores.ts'
import { argumentOf, isOptionName, type OptionName, type OptionValues, specOf } from './options.ts'

/** Sentences about options that were set, and have no effect with this store. */
export function unusedOptions(
  { store, kafka, parquet }: OptionValues<'store' | 'kafka' | 'parquet'>,
  set: readonly OptionName[],
): readonly string[] {
  const inUse = [
    kindOf(store)?.title,
    kafka === undefined ? undefined : '--kafka',
    parquet === undefined ? undefined : '--parquet',
  ]
  return set.flatMap((name) => {
    const { of } = specOf(name)
    if (!of || of.some((part) => inUse.includes(part))) return []
    return [`The option ${argumentOf(name)} has no effect: it is for ${of.join(' and ')}.`]
  })
}

/** The options of the table that an argument, a variable or the configuration file sets. */
export const setOptions = (command: Command): readonly OptionName[] =>
  command.options
    .map((option) => option.attributeName())
    .filter(isOptionName)
    .filter((name) => ['cli', 'env', 'config'].includes(command.getOptionValueSource(name) ?? ''))
