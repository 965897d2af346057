// Where uploaded files are kept: a folder of this machine, or a bucket that many machines share (decision 030). What is kept under a
// name never changes. It must never say that a file is kept before it would outlive a crash.
import type { Config } from '../config.ts'
import type { FileStore } from './file-store.ts'
import { openFolder } from './folder.ts'

/** The store that is configured. The code that speaks to buckets is loaded only where there is one: it is large. */
export async function openFiles({
  data_dir,
  bucket,
}: Pick<Config, 'data_dir' | 'bucket'>): Promise<FileStore> {
  if (bucket === undefined) return openFolder(data_dir)
  return (await import('./bucket.ts')).openBucket(bucket)
}
