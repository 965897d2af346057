// `npm run restore -- <folder> <new data folder> [--to <instant>]`: point-in-time recovery of the deployment, to that
// instant or to the end of the WAL. It prints how to start what was restored, and the fingerprint of its SECRET. With the
// live deployment's DATABASE_URL or DATABASE_APP_URL it records there that a backup was restored (the first-day list).
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { loadConfig } from '../platform/config.ts'
import { withAppUrl } from '../platform/database/command.ts'
import { openDatabase } from '../platform/database/database.ts'
import { explain } from '../platform/explain.ts'
import { closedAccountsIn } from '../privacy/privacy.ts'
import { recordRestore } from './deployment.ts'
import { restore } from './recovery.ts'

const USAGE = `From where, into which new folder, as of when?
  npm run restore -- /backups /var/lib/fairturn-restored --to 2026-11-21T10:00:00Z`

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { to: { type: 'string' } } })
  const [from, dataDir] = positionals
  const to = values.to === undefined ? undefined : new Date(values.to)
  if (from === undefined || dataDir === undefined || Number.isNaN(to?.getTime())) {
    console.error(USAGE)
    return 2
  }
  const postgresBin = z.string().min(1).optional().catch(undefined).parse(process.env['POSTGRES_BIN'])
  const { base, made, bin, findings, lastEntryAt, closedAgain } = await restore(from, dataDir, {
    to,
    postgresBin,
    // Where the processes of a deployment without BACKUP_DIR keep it.
    closedAccounts: [closedAccountsIn(loadConfig(process.env).dataDir)],
  })
  console.log(`Restored from the copy of ${base.taken_at.toISOString()}, by PostgreSQL ${made.major}.`)
  console.log(`The last movement of money in it: ${lastEntryAt?.toISOString() ?? 'none'}.`)
  const { closed, with_money: withMoney } = closedAgain
  console.log(`Accounts closed since, closed and erased again: ${closed}.`)
  if (withMoney.length > 0)
    console.log(`  In this copy these still have money, which was paid out since: ${withMoney.join(', ')}`)
  // The second one is the predecessor, where a rotation was not finished.
  const [secret, previous] = (await readFile(join(base.folder, 'secret.fingerprint'), 'utf8')).split('\n')
  const folder = resolve(dataDir)
  const and = previous ? ` and the SECRET_PREVIOUS of fingerprint ${previous}` : ''
  console.log(`Start it with the SECRET of fingerprint ${secret}${and}:`)
  console.log(`  DATABASE_URL= DATABASE_APP_URL= DEMO=false DATA_DIR=${folder} npm start`)
  console.log(
    `or its PostgreSQL alone, as the user it belongs to: ${bin === undefined ? '' : `${bin}/`}pg_ctl -D ${folder}/postgres start`,
  )
  console.log(
    `Passwords: of ${made.superuser} and ${made.owner} in ${folder}/postgres.json, of fairturn_app in database-app-password.`,
  )
  for (const { kind, subject, detail } of findings) console.error(`${kind} ${subject}: ${detail}`)
  console.log(findings.length === 0 ? 'The ledger is consistent.' : `${findings.length} findings.`)
  if (findings.length > 0) return 1
  await recordInLiveDeployment(base.taken_at)
  return 0
}

async function recordInLiveDeployment(copy_taken_at: Date): Promise<void> {
  const config = loadConfig(process.env)
  if (config.databaseUrl === undefined && config.databaseAppUrl === undefined)
    return console.log('To record it on the first-day list, restore once with the live DATABASE_APP_URL set.')
  await withAppUrl(config, async (url) => {
    const live = await openDatabase({ url, poolSize: 2 })
    try {
      await recordRestore(live, copy_taken_at)
    } finally {
      await live.close()
    }
    console.log('The first-day list of the live deployment says so now.')
  })
}

process.exitCode = await main().catch((error: unknown) => {
  console.error(explain(error))
  return 1
})
