// `npm run restore -- <folder> <new data folder> [--to <instant>]`: point-in-time recovery of the deployment, to that
// instant or to the end of the WAL. Start it with DATA_DIR set to that folder, and the SECRET whose fingerprint is printed.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { restore } from './recovery.ts'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { to: { type: 'string' } } })
const [from, data_dir] = positionals
const to = values.to === undefined ? undefined : new Date(values.to)
if (from === undefined || data_dir === undefined || Number.isNaN(to?.getTime())) {
  console.error('From where, into which new folder, as of when?')
  console.error('  npm run restore -- /backups /var/lib/fairturn-restored --to 2026-11-21T10:00:00Z')
  process.exit(2)
}
const { base, findings, last_entry_at } = await restore(from, data_dir, to)
console.log(`Restored from the copy of ${base.taken_at.toISOString()}.`)
console.log(`The last movement of money in it: ${last_entry_at?.toISOString() ?? 'none'}.`)
const fingerprint = await readFile(join(base.folder, 'secret.fingerprint'), 'utf8')
console.log(`Start it with the SECRET of fingerprint ${fingerprint.trim()} and DATA_DIR=${data_dir}.`)
for (const { kind, subject, detail } of findings) console.error(`${kind} ${subject}: ${detail}`)
console.log(findings.length === 0 ? 'The ledger is consistent.' : `${findings.length} findings.`)
process.exitCode = findings.length === 0 ? 0 : 1
