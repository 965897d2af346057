// A running worker: slow external servers do not delay jobs that move money.
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, test, vi } from 'vitest'
import { startApp } from '../test/app.ts'
import { testClock } from '../test/database.ts'
import { endCampaigns } from './campaigns/campaigns.ts'
import { notify } from './notices/notices.ts'
import { enqueue } from './platform/queue/queue.ts'
import { startWorker } from './worker.ts'

const MAILS = 12
const WITHIN = { timeout: 8_000, interval: 50 }

test('mail servers that never respond delay no other job', async () => {
  const silent = new Set<Socket>()
  const server = createServer((socket) => silent.add(socket.on('error', () => undefined)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const app = await startApp({
    clock: testClock(new Date().toISOString()), // the queue uses the database's own time
    variables: {
      SMTP_URL: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
      MAIL_FROM: 'Fairturn <no-reply@example.com>',
      PUBLIC_ORIGIN: 'https://fairturn.example',
    },
  })
  const member = await app.member('awaiting mail')
  await app.database.asOwner(`update member set email = 'waiting@example.com' where id = $1`, [member._id])
  vi.spyOn(console, 'error').mockReturnValue() // mails fail when the server is stopped
  const stop = await startWorker(app.database, app.config)
  try {
    for (let i = 0; i < MAILS; i++)
      await app.database.transaction((tx) => notify(tx, member._id, 'password_changed', {}))
    await vi.waitFor(() => expect(silent.size).toBeGreaterThanOrEqual(4), WITHIN)
    await app.database.transaction((tx) => enqueue(tx, endCampaigns, {}))
    await vi.waitFor(async () => {
      const [row] = await app.database.asOwner<{ waiting: number }>(
        `select count(*)::int as waiting from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
         where t.identifier = $1`,
        [endCampaigns.name],
      )
      expect(row!.waiting).toBe(0)
    }, WITHIN)
  } finally {
    server.close()
    for (const socket of silent) socket.destroy()
    await stop()
    await app.close()
  }
}, 60_000)
