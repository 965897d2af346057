// Finds programs installed by the distribution.
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Path of a program, searched on PATH unless it is absolute; undefined if it is not installed. */
export function findProgram(name: string): string | undefined {
  const paths = name.startsWith('/')
    ? [name]
    : (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name))
  return paths.find(canRun)
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
