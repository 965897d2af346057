// Programs that a distribution installs.
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Where this program is, on the path or at a separate address; undefined when it is not installed. */
export function findProgram(name: string): string | undefined {
  const places = name.startsWith('/')
    ? [name]
    : (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name))
  return places.find(canRun)
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
