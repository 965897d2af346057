// A process that decides bank lines, to be killed by tests: argument 1 is the database's URL. Prints `deciding` first.
import { openDatabase } from '../../src/platform/database/database.ts'
import { withdrawalHandlers } from '../../src/withdrawals/withdrawals.jobs.ts'

const database = await openDatabase({ url: process.argv[2]!, poolSize: 2 })
console.log('deciding')
await withdrawalHandlers.find(({ name }) => name === 'decide_bank_lines')!.run(database, {})
await database.close()
