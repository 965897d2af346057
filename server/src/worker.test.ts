// A running worker: slow external servers do not delay jobs that move money.
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, test, vi } from 'vitest'
import { startApp } from '../test/app.ts'
import { deposit } from '../test/carrying.ts'
import { testClock } from '../test/database.ts'
import { endCampaigns } from './campaigns/campaigns.ts'
import { requestedCheck } from './ledger/ledger.ts'
import { notify } from './notices/notices.ts'
import { alarmHandlers } from './operations/alarms.ts'
import { enqueue } from './platform/queue/queue.ts'
import { handlers, startWorker } from './worker.ts'

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
  await app.database.asSchemaOwner(`update member set email = 'waiting@example.com' where id = $1`, [
    member._id,
  ])
  vi.spyOn(console, 'error').mockReturnValue() // mails fail when the server is stopped
  const stop = await startWorker(app.database, app.config)
  try {
    for (let i = 0; i < MAILS; i++)
      await app.database.transaction((tx) => notify(tx, member._id, 'password_changed', {}))
    await vi.waitFor(() => expect(silent.size).toBeGreaterThanOrEqual(4), WITHIN)
    await app.database.transaction((tx) => enqueue(tx, endCampaigns, {}))
    await vi.waitFor(async () => {
      const [row] = await app.database.asSchemaOwner<{ waiting: number }>(
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

test('the log says how many findings of which kind, never of whom or how much', async () => {
  const app = await startApp()
  const lines: string[] = []
  const spy = vi.spyOn(console, 'error').mockImplementation((line: unknown) => void lines.push(String(line)))
  try {
    const member = await app.member('with a finding')
    await deposit(app.database, member._id, 123_456n)
    await app.database.asSuperuser(
      `set session_replication_role = replica; update account set balance_minor = 987654321 where holder_id = '${member._id}'`,
    )
    await app.database.transaction((tx) => enqueue(tx, requestedCheck, { asked_by: 'system' }))
    await app.database.runDueJobs([...handlers, ...alarmHandlers(app.config)])
    const found = await app.database.asSchemaOwner('select subject, detail from ledger_check_finding')
    expect(JSON.stringify(found)).toContain(member._id)
    expect(JSON.stringify(found)).toContain('987654321')
    const logged = lines.filter((line) => line.includes('"alarm":"ledger"'))
    expect(logged.map((line) => JSON.parse(line) as unknown)).toEqual([
      {
        level: 'error',
        alarm: 'ledger',
        findings: found.length,
        kinds: expect.objectContaining({ balance_differs: expect.any(Number) }),
      },
    ])
    expect(lines.join('')).not.toMatch(/987654321|123456|1234\.56|9876543\.21/)
    expect(lines.join('')).not.toContain(member._id)
  } finally {
    spy.mockRestore()
    await app.close()
  }
})
