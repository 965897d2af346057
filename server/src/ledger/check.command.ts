// `npm run ledger:check`: prints every inconsistency of the ledger and the audit log; exit code 1 if there is one.
// Read-only. `-- --from 1 --to 100000` limits the check to entries with these numbers, with their postings and links;
// either bound may be omitted.
import { parseArgs } from 'node:util'
import { loadConfig } from '../platform/config.ts'
import { withDatabaseUrl } from '../platform/database/command.ts'
import { type Database, openDatabase } from '../platform/database/database.ts'
import { checkAuditLog } from '../staff/staff.ts'
import { checkLedger, checkRange, platformTotals } from './ledger.ts'
import { lastNo } from './ledger.admin.store.ts'

const options = { from: { type: 'string' }, to: { type: 'string' } } as const

async function find(database: Database) {
  const { from, to } = parseArgs({ options }).values
  if (from === undefined && to === undefined)
    return [...(await checkLedger(database)), ...(await checkAuditLog(database))]
  const last = to === undefined ? (await lastNo.one(database)).last_no : BigInt(to)
  return await checkRange(database, BigInt(from ?? 1), last)
}

const config = loadConfig(process.env)
await withDatabaseUrl(config, async (url) => {
  const database = await openDatabase({ url, pool_size: 2 })
  const findings = await find(database)
  for (const [kind, total] of await platformTotals(database)) {
    console.log(
      `${kind}: ${total.accounts} accounts, ${total.balance_minor} minor units, ${total.reserved_minor} of it reserved`,
    )
  }
  for (const { kind, subject, detail } of findings) console.error(`${kind} ${subject}: ${detail}`)
  console.log(findings.length === 0 ? 'The ledger is consistent.' : `${findings.length} findings.`)
  process.exitCode = findings.length === 0 ? 0 : 1
  await database.close()
})
