import { posix } from 'node:path'
import type { SourceFile } from 'ts-morph'

/**
 * The specifier with which a file imports the layer's module. It has the extension in JavaScript, which bundlers require in ESM
 * packages.
 */
export function layerPath(file: SourceFile, layer: string): string {
  const path = posix.relative(posix.dirname(file.getFilePath()), layer.replace(/\.tsx?$/, ''))
  return path.startsWith('.') ? path : `./${path}`
}
