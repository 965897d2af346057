// `npm run ledger:check`: prints every inconsistency of the ledger and the audit log; exit code 1 if there is one.
// Read-only, and it says which database. `-- --restored <folder>` checks what `npm run restore` left there, whatever the
// environment names. `-- --from 1 --to 100000` limits the check to entries with these numbers, with their postings and links;
// either bound may be omitted.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { loadConfig } from '../platform/config.ts'
import { withAppDatabase } from '../platform/database/command.ts'
import type { Database } from '../platform/database/database.ts'
import { explainFailures } from '../platform/explain.ts'
import { checkAuditLog } from '../staff/staff.ts'
import { lastNo } from './ledger.admin.store.ts'
import { checkLedger, checkRange, platformTotals } from './ledger.ts'

explainFailures()

const options = { from: { type: 'string' }, to: { type: 'string' }, restored: { type: 'string' } } as const
const { from, to, restored } = parseArgs({ options }).values

async function find(database: Database) {
  if (from === undefined && to === undefined)
    return [...(await checkLedger(database)), ...(await checkAuditLog(database))]
  const last = to === undefined ? (await lastNo.one(database)).last_no : BigInt(to)
  return await checkRange(database, BigInt(from ?? 1), last)
}

const configured = loadConfig(process.env)
const config =
  restored === undefined
    ? configured
    : {
        dataDir: resolve(restored),
        databaseUrl: undefined,
        databaseAppUrl: undefined,
        postgresBin: configured.postgresBin,
        // A copy from before a rotation has another secret than the environment.
        knownSecrets: [],
        secretSource: configured.secretSource,
      }
await withAppDatabase(config, async (database) => {
  console.log(`Checking the database ${hostOf(database.url)}.`)
  const findings = await find(database)
  for (const [kind, total] of await platformTotals(database)) {
    console.log(
      `${kind}: ${total.accounts} accounts, ${total.balance_minor} minor units, ${total.reserved_minor} of it reserved`,
    )
  }
  for (const { kind, subject, detail } of findings) console.error(`${kind} ${subject}: ${detail}`)
  console.log(findings.length === 0 ? 'The ledger is consistent.' : `${findings.length} findings.`)
  process.exitCode = findings.length === 0 ? 0 : 1
})

/** Without its password; an embedded one by its folder. */
function hostOf(url: string): string {
  const external = config.databaseAppUrl ?? config.databaseUrl
  return external === undefined ? `in ${config.dataDir}` : url.replace(/:\/\/[^@/]*@/, '://')
}
