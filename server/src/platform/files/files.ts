// Storage of uploaded files: a folder, or a bucket shared by many machines (decision 030). Immutable, and durable before an
// upload is acknowledged.
import type { Config } from '../config.ts'
import type { FileStore } from './file-store.ts'
import { openFolder } from './folder.ts'

/** The configured store. The S3 client is imported lazily, because it is large. */
export async function openFiles({ dataDir, bucket }: Pick<Config, 'dataDir' | 'bucket'>): Promise<FileStore> {
  if (bucket === undefined) return openFolder(dataDir)
  return (await import('./bucket.ts')).openBucket(bucket)
}
