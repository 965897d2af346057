// Where test data lie that need not survive.
import { access } from 'node:fs/promises'
import { tmpdir } from 'node:os'

/** In memory where there is a folder for that. */
export const memoryFolder = (): Promise<string> =>
  access('/dev/shm').then(
    () => '/dev/shm',
    () => tmpdir(),
  )
