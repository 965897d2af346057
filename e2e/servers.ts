// The servers that setup.ts starts in parallel with other tests, before the end-to-end tests.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { inject } from 'vitest'
import type { JourneyServers, ServersFile } from './setup.ts'

const POLL_MS = 100
const STARTED_WITHIN_MS = 180_000

let started: JourneyServers | undefined

/**
 * Resolves once they have started; rejects with the reason if they have not. Each worker waits before its first file.
 */
export async function serversStarted(): Promise<void> {
  if (started !== undefined) return
  const file = inject('servers_file')
  const deadline = Date.now() + STARTED_WITHIN_MS
  while (!existsSync(file)) {
    if (Date.now() > deadline) throw new Error('the servers did not start within three minutes')
    await sleep(POLL_MS)
  }
  const content = JSON.parse(await readFile(file, 'utf8')) as ServersFile
  if ('failed' in content) throw new Error(content.failed)
  started = content
}

/** The server that no other worker of this run uses. */
export const ownServer = () => started!.servers[Number(process.env['VITEST_POOL_ID']) - 1]!

/** A data folder with the loaded demo, which no server uses. */
export const preparedDir = (): string => started!.preparedDir
