// `npm run staff:disable -- <username>`: disables an operator where no two owners are left to decide it. Recorded in the
// audit log and mailed to the operators on call.
import { loadConfig } from '../platform/config.ts'
import { withAppDatabase } from '../platform/database/command.ts'
import { explainFailures } from '../platform/explain.ts'
import { Refusal } from '../platform/http/refusal.ts'
import { disableByName } from './operators.ts'

explainFailures()

const [username] = process.argv.slice(2)
if (username === undefined) {
  console.error('Name the operator:  npm run staff:disable -- jane.doe')
  process.exit(2)
}
const config = loadConfig(process.env)
await withAppDatabase(config, async (database) => {
  try {
    const disabled = await database.transaction((tx) => disableByName(tx, username))
    if (disabled)
      console.log(`${username} is disabled and signed out. The audit log says so, and ALARM_MAIL is told.`)
    else console.error(`There is no ${username} among staff, or they are disabled.`)
    if (!disabled) process.exitCode = 1
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    console.error(
      `${username} is the last owner who can sign in. First make another:  npm run staff:owner -- NAME out`,
    )
    process.exitCode = 1
  }
})
