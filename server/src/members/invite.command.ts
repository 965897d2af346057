import { parseArgs } from 'node:util'
// `npm run members:invite`: creates an invitation, for the first members of a deployment.
import { MAX_INVITATION_DAYS, MAX_USES_BY_ONE } from '@fairturn/contract/backoffice/invitations'
import { z } from 'zod'
import { loadConfig } from '../platform/config.ts'
import { withAppDatabase } from '../platform/database/command.ts'
import { explainFailures } from '../platform/explain.ts'
import { createInvitation, invitationLink } from './invitations.ts'

explainFailures()

const DAY_MS = 86_400_000
const parameters = z.object({
  uses: z.coerce.number().int().min(1).max(MAX_USES_BY_ONE),
  days: z.coerce.number().int().min(1).max(MAX_INVITATION_DAYS),
  note: z.string().trim().min(1).max(200),
})

function readArguments() {
  const string = { type: 'string' } as const
  try {
    const { values } = parseArgs({ options: { uses: string, days: string, note: string } })
    return parameters.safeParse({ uses: 1, days: 14, note: 'The first members', ...values }).data
  } catch {
    return undefined
  }
}

const input = readArguments()
if (input === undefined) {
  console.error(`Say how many may come by it (1 to ${MAX_USES_BY_ONE}), for how many days (1 to`)
  console.error(`${MAX_INVITATION_DAYS}), and whom it is for.`)
  console.error('  npm run members:invite -- --uses 2 --days 14 --note "The first two members"')
  process.exit(2)
}
const { uses, days, note } = input
const config = loadConfig(process.env)
await withAppDatabase(config, async (database) => {
  const { code, expires_at } = await database.transaction((tx) => {
    const expires_at = new Date(tx.now.getTime() + days * DAY_MS)
    const input = { note, max_uses: uses, expires_at, lifts_limits: false }
    return createInvitation(tx, input, { created_by: null, approved_by: null })
  })
  const origin = config.publicOrigin ?? `http://localhost:${config.port}`
  const times = uses === 1 ? 'once' : `${uses} times`
  const until = `${expires_at!.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  console.log(`\n${code} works ${times} until ${until}:\n\n  ${invitationLink(origin, code)}\n`)
})
