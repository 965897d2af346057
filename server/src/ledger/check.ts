// `npm run ledger:check`: prints what is wrong with the ledger and the audit log; exit code 1 when anything is. Read-only.
import { loadConfig } from '../config.ts'
import { withDatabaseUrl } from '../database/command.ts'
import { openDatabase } from '../database/database.ts'
import { checkActs } from '../staff/staff.ts'
import { checkLedger, platformTotals } from './ledger.ts'

const config = loadConfig(process.env)
await withDatabaseUrl(config, async (url) => {
  const database = await openDatabase({ url, pool_size: 2 })
  const findings = [...(await checkLedger(database)), ...(await checkActs(database))]
  for (const [kind, total] of await platformTotals(database)) {
    console.log(
      `${kind}: ${total.accounts} accounts, ${total.balance_minor} minor units, ${total.reserved_minor} of it reserved`,
    )
  }
  for (const { kind, subject, detail } of findings) console.error(`${kind} ${subject}: ${detail}`)
  console.log(findings.length === 0 ? 'The ledger is right.' : `${findings.length} findings.`)
  process.exitCode = findings.length === 0 ? 0 : 1
  await database.close()
})
