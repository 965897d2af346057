import { cp, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
// Files in a folder of this machine, `files` below DATA_DIR; each appears by an atomic rename.
import fastifyStatic from '@fastify/static'
import type { FileStore } from './file-store.ts'
import { describeFile, NAME, orUnavailable } from './stored-files.ts'

export function openFolder(dataDir: string): FileStore {
  const root = join(dataDir, 'files')
  return {
    async put(name, bytes) {
      await orUnavailable('a file was not kept', async () => {
        await mkdir(root, { recursive: true })
        const part = join(root, `${name}.part`)
        await writeFile(part, bytes, { flush: true })
        await rename(part, join(root, name))
      })
    },
    remove: (name) => orUnavailable('a file was not removed', () => rm(join(root, name), { force: true })),
    async *list() {
      const names = await readdir(root).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return []
        throw error
      })
      for (const name of names) {
        if (!NAME.test(name.replace(/\.part$/, ''))) continue
        // Gone meanwhile: removed, or renamed to its final name.
        const found = await stat(join(root, name)).catch(() => undefined)
        if (found !== undefined) yield { name, keptAt: found.mtime }
      }
    },
    async serve(fastify) {
      await mkdir(root, { recursive: true })
      await fastify.register(fastifyStatic, {
        root,
        prefix: '/files/',
        index: false,
        cacheControl: false,
        setHeaders: describeFile,
      })
    },
    async copyTo(folder) {
      await cp(root, folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
      })
    },
  }
}
