// The folder for temporary test data.
import { access } from 'node:fs/promises'
import { tmpdir } from 'node:os'

/** In memory if possible. */
export const memoryFolder = (): Promise<string> =>
  access('/dev/shm').then(
    () => '/dev/shm',
    () => tmpdir(),
  )
