// `npm run staff:owner -- <username> <in|out>`: prints a setup code for a first owner, or for one who has lost their credentials.
import { SIDES } from '@fairturn/contract/backoffice/roles'
import { loadConfig } from '../platform/config.ts'
import { withAppDatabase } from '../platform/database/command.ts'
import { explainFailures } from '../platform/explain.ts'
import { Refusal } from '../platform/http/refusal.ts'
import { openOwner } from './operators.ts'

explainFailures()

const USERNAME = /^[a-z][a-z0-9.-]{2,29}$/

const [username = '', given] = process.argv.slice(2)
const side = SIDES.find((each) => each === given)
if (!USERNAME.test(username) || (given !== undefined && side === undefined)) {
  console.error('Name the owner: 3 to 30 small letters, digits, dots and dashes, a letter first.')
  console.error('A new owner also needs a side: in (brings money in) or out (sends it out).')
  console.error('  npm run staff:owner -- jane.doe in')
  process.exit(2)
}
const config = loadConfig(process.env)
await withAppDatabase(config, async (database) => {
  try {
    const { first, second } = await database.transaction((tx) => openOwner(tx, { username, side }))
    const origin = config.adminOrigin ?? `http://localhost:${config.port}`
    console.log(
      `\n${username} sets up within 72 hours, once, at\n\n  ${origin}/admin/setup#${first}.${second}\n`,
    )
    console.log(`or with the two halves of the code\n\n  ${first}\n  ${second}\n`)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code === 'side_is_required')
      console.error('A new owner needs a side, in or out: npm run staff:owner -- jane.doe in')
    else
      console.error(
        `There is a ${username} among staff who is no owner, or is disabled; choose another name.`,
      )
    process.exitCode = 1
  }
})
